import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { FAULT_NAMES, FAULTS } from '@/lib/sandbox'

test('docs/call/sandbox.md lists each fault as the code describes it, and no other', async () => {
  const [, section = ''] = (await readFile('docs/call/sandbox.md', 'utf8')).split('\n## Faults\n')
  const rows = section.split('\n## ')[0]?.match(/^\| `.*$/gm)
  expect(rows).toEqual(
    FAULT_NAMES.map(
      (name) => `| \`${name}\` | ${FAULTS[name].what} | ${FAULTS[name].charged ? 'yes' : 'no'} |`,
    ),
  )
})
