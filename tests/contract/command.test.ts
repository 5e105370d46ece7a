import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { bundled } from '@/tests/support/bundled'
import { QUICK_NODE } from '@/tests/support/quick-node'
import { openSandboxTarget } from './sandbox-target'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Runs `purser test-provider` as a separate program, without a terminal. Returns all that it printed. */
async function run(args: readonly string[], key: string): Promise<{ code: number | null; printed: string }> {
  const program = await bundled('lib/server/cli/program.ts')
  const child = spawn(process.execPath, [...QUICK_NODE, program, 'test-provider', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test', PURSER_TEST_KEY: key },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, printed }))
  })
}

test('states the cost first, spends no more than allowed, and never prints the key', async () => {
  const target = await openSandboxTarget({})
  onTestFinished(() => target.close())
  const key = target.key.reveal()
  const at = ['--base-url', target.baseUrl, '--max-items', '120']

  const asked = await run(at, key)
  expect(asked.code).toBe(1)
  expect(asked.printed).toContain('Items: 120 at most')
  expect(asked.printed).toContain('Add --yes')
  expect(target.delivered()).toBe(0)

  const { code, printed } = await run([...at, '--yes'], key)
  expect(code).toBe(0)
  expect(printed).toContain('What could be checked holds.')
  expect(printed).toContain(`Items bought: ${target.delivered()},`)
  expect(target.delivered()).toBeGreaterThan(0)
  expect(target.delivered()).toBeLessThanOrEqual(120)
  expect(asked.printed + printed).not.toContain(key.slice(12))
})
