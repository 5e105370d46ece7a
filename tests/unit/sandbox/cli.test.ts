import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { bundled } from '@/tests/support/bundled'
import { request } from './start'

/** Runs the command until it listens. Returns the process, what it printed, its address and the key. */
async function run(data: string, ...more: readonly string[]) {
  const program = await bundled('lib/server/cli/program.ts')
  const child = spawn(process.execPath, [program, 'sandbox', '--port', '0', '--data', data, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line.includes('listens at')) break
  }
  const printed = lines.join('\n')
  return {
    child,
    printed,
    baseUrl: /http:\S+/.exec(printed)?.[0] ?? '',
    key: /shown only now: (\S+)/.exec(printed)?.[1],
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown> {
  const exited = once(child, 'exit')
  child.kill(signal)
  const [code] = await exited
  return code
}

test('purser sandbox: the first start shows a key once, a restart keeps it, signals end it cleanly', async () => {
  const data = await mkdtemp(join(tmpdir(), 'sandbox-cli-'))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  const first = await run(data)
  const headers = { 'x-api-key': first.key ?? '' }
  const info = await request(`${first.baseUrl}/v1/me`, { headers })
  expect(info.body).toMatchObject({ balance: 100_000, rate_limit_qps: 100 })
  await request(`${first.baseUrl}/v1/users/ada/tweets`, { headers })
  expect(await end(first.child, 'SIGTERM')).toBe(0)

  const second = await run(data)
  expect(second.printed).not.toContain('xd_live_')
  expect((await request(`${second.baseUrl}/v1/me`, { headers })).body.balance).toBe(99_997)
  expect(await end(second.child, 'SIGINT')).toBe(0)
})

test('purser sandbox --preset x: the first start creates a wallet of that service', async () => {
  const data = await mkdtemp(join(tmpdir(), 'sandbox-cli-'))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  const { child, printed, key, baseUrl } = await run(data, '--preset', 'x')
  expect(printed).toContain('A wallet with 100 USD of x was made.')
  const headers = { authorization: `Bearer ${key}` }
  const told = await request(`${baseUrl}/2/usage/credits`, { headers })
  expect([told.status, told.text]).toEqual([200, expect.stringContaining('"total_balance":100}')])
  expect(await end(child, 'SIGTERM')).toBe(0)
})
