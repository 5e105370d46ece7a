import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { bundled } from '@/tests/support/bundled'

/**
 * A program that lowers its own priority, which anybody may do, and prints the priority of each of its
 * threads.
 */
const scriptWith = (file: string) => `
import { readdirSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setProcessPriority } from ${JSON.stringify(file)}
const before = getPriority()
setProcessPriority(before + 3)
const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0]
console.log(JSON.stringify({ threads: threads.length, steps: [...new Set(threads.map((id) => getPriority(id) - before))] }))
`

test('a priority applies to all threads of a process, including those that already exist', async () => {
  const script = scriptWith(await bundled('lib/server/front/priority.ts'))
  const told = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  const { threads, steps } = JSON.parse(told)
  expect(steps).toEqual([3])
  if (process.platform === 'linux') expect(threads).toBeGreaterThan(4)
})
