import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contractSchema, readContract } from '@/lib/upstream/client'

const text = readFileSync(new URL('../../docs/contract.md', import.meta.url), 'utf8')

test.each(Object.keys(contractSchema.shape).filter((name) => name !== 'timelinePath'))(
  'docs/contract.md explains the contract’s field %s',
  (name) => {
    expect(text).toMatch(new RegExp(`^\\|.*\`${name}[\`.]`, 'm'))
  },
)

test('its example is a contract', () => {
  const example: unknown = JSON.parse(/```json\n(.*?)```/s.exec(text)?.[1] ?? '')
  expect(readContract(example).searchQueryParameter).toBe('query')
})
