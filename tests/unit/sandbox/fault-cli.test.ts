import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { bundled } from '@/tests/support/bundled'
import { request } from './start'

async function spawnSandbox(...options: string[]) {
  const data = await mkdtemp(join(tmpdir(), 'sandbox-fault-cli-'))
  const program = await bundled('lib/server/cli/program.ts')
  const child = spawn(process.execPath, [program, 'sandbox', '--port', '0', '--data', data, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
    return rm(data, { recursive: true, force: true })
  })
  return child
}

test('purser sandbox --fault: requests meet the fault from the start', async () => {
  const child = await spawnSandbox('--fault', '503-before-charge', '--fault-seed', '2', '--fault-share', '1')
  for await (const line of createInterface({ input: child.stdout })) {
    const baseUrl = /http:\S+/.exec(line)?.[0]
    if (baseUrl === undefined) continue
    expect((await request(`${baseUrl}/v1/me`)).status).toBe(503)
    return
  }
  throw new Error('The sandbox did not listen')
})

test.each([
  [['--fault', 'earthquake'], /There is no fault named "earthquake".*500-before-charge/],
  [['--fault', 'redirect', '--fault-share', 'half'], /share is a number from 0 to 1/],
] as const)(
  'purser sandbox %j does not start, and says why',
  async (options, why) => {
    const child = await spawnSandbox(...options)
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(2)
    expect(said).toMatch(why)
  },
  30_000,
)
