import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDb } from '@/lib/platform/db'
import { QUICK_NODE } from '@/tests/support/quick-node'
import { freePort, launchServer, type RunningServer, startServer } from '@/tests/support/server'
import { FOUNDER, foundTeam, signInTo } from '@/tests/support/story'
import { waitUntil } from '@/tests/support/wait-until'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Root can read everything, so tests run as root start Purser as nobody. */
const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const data = (name: string) => join(folder, name)

/** Starts Purser where it must fail. Returns its exit code and its error output. */
async function startInVain(
  env: Record<string, string>,
  user: { uid?: number; gid?: number } = {},
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [...QUICK_NODE, 'lib/server/cli/start.mjs'], {
    env: { ...process.env, NODE_ENV: 'production', PORT: String(await freePort()), ...env },
    ...user,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, said }
}

/** Expects one line for a person, without a stack trace. */
const expectSentence = ({ code, said }: { code: number | null; said: string }, about: RegExp) => {
  expect(code).not.toBe(0)
  expect(said).toMatch(/^Purser did not start\. /)
  expect(said).toMatch(about)
  expect(said.trim().split('\n')).toHaveLength(1)
}

const isLinux = process.platform === 'linux'

function webOf({ forked }: RunningServer): number {
  const [web = 0, ...others] = forked()
  expect(others).toEqual([])
  return web
}

test('a first start creates its data folder and secrets for its own user only; the next Purser on the folder waits for its end and keeps everything; without the right master key none starts', async () => {
  const folder = data('kept')
  const file = join(folder, 'master.key')
  const first = await startServer({ dataFolder: folder })
  const admin = await foundTeam(first.baseUrl)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  for (const name of ['master.key', 'auth-secret', 'purser.db'])
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  expect(first.lines.join('\n')).toContain(first.baseUrl)

  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const db = openDb({ engine: 'sqlite', file: join(folder, 'purser.db') })
  const { id: environmentId } = await db.environment.findFirstOrThrow()
  await db.$disconnect()
  const keyId = await admin.makeId('keys/addSandboxKeyAction', { walletId, environmentId })
  // A page that follows the key live. A stop that waited for it would never end.
  const followed = await admin.fetch(`/api/events/keys/${keyId}?team=${admin.team}`)
  expect(followed.status).toBe(200)

  const next = await launchServer({ dataFolder: folder })
  await waitUntil(() => expect(next.lines).toHaveLength(1))
  expect(next.lines[0]).toContain(`Another Purser uses ${folder} (process ${first.pid} on `)
  expect((await fetch(`${first.baseUrl}/api/health`)).status).toBe(200)
  expect(await first.stop()).toBe(0)
  await next.untilItAnswers()
  await expectKept(next.baseUrl, admin.team)
  const web = isLinux ? webOf(next) : null
  await next.kill()
  if (web) await waitUntil(() => !existsSync(`/proc/${web}`))

  const right = await readFile(file, 'utf8')
  await writeFile(file, `${Buffer.alloc(32, 7).toString('base64')}\n`)
  expectSentence(await startInVain({ PURSER_DATA: folder }), /master key is not the one/)
  await rm(file)
  expectSentence(await startInVain({ PURSER_DATA: folder }), /master key file .* cannot be read/)
  await expect(stat(file)).rejects.toThrow('ENOENT')

  const masterKey = right.trim()
  const last = await startServer({ dataFolder: folder, env: { PURSER_MASTER_KEY: masterKey } })
  await expectKept(last.baseUrl, admin.team)
  await expect(stat(file)).rejects.toThrow('ENOENT')
  if (isLinux) {
    const web = webOf(last)
    expect(await readFile(`/proc/${last.pid}/environ`, 'latin1')).toContain(masterKey)
    expect(await readFile(`/proc/${web}/environ`, 'latin1')).not.toContain(masterKey)
    process.kill(web, 'SIGKILL')
    // No worker outlives its web process.
    expect(await last.ended).toBe(1)
  } else await last.stop()
})

async function expectKept(baseUrl: string, team: string): Promise<void> {
  const again = await signInTo(baseUrl, team, FOUNDER.email, FOUNDER.password)
  expect(await (await again.fetch(`/${team}/keys`)).text()).toContain('production')
}

test('a web process whose worker ends before it is up ends too', async () => {
  const web = fork('.next/purser-web.mjs', ['start', '--port', String(await freePort())], {
    execArgv: [...QUICK_NODE],
    env: { ...process.env, NODE_ENV: 'production', PURSER_DATA: data('early') },
    stdio: 'ignore',
  })
  const ended = once(web, 'exit')
  web.disconnect()
  expect(await ended).toEqual([1, null])
})

test('a port that is taken stops the start', async () => {
  const other = createServer().listen(0)
  await once(other, 'listening')
  const address = other.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  expectSentence(
    await startInVain({ PORT: port, PURSER_DATA: data('port') }),
    new RegExp(`Port ${port} is taken`),
  )
  other.close()
})

test('an invalid setting stops the start', async () => {
  expectSentence(await startInVain({ LOG_LEVEL: 'loud', PURSER_DATA: data('setting') }), /setting LOG_LEVEL/)
})

test('an unusable provider file stops the start', async () => {
  const file = data('provider.json')
  await writeFile(file, '{"search": {"path": 7}}')
  const vain = await startInVain({ UPSTREAM_PROVIDER: file, PURSER_DATA: data('provider') })
  expectSentence(vain, /provider file .*provider\.json.*search\.path/)
})

test('a data folder that is a file stops the start', async () => {
  await writeFile(data('file'), '')
  expectSentence(
    await startInVain({ PURSER_DATA: data('file') }),
    /data folder .* cannot be read and written/,
  )
})

test('a data folder without access stops the start', async () => {
  await mkdir(data('closed'), { mode: 0o000 })
  expectSentence(
    await startInVain({ PURSER_DATA: data('closed') }, asNobody),
    /data folder .* cannot be read and written/,
  )
})

test('an unreachable database stops the start', async () => {
  const url = `postgres://nobody@127.0.0.1:${await freePort()}/none`
  expectSentence(
    await startInVain({ DATABASE_URL: url, PURSER_DATA: data('database') }),
    /database .* cannot be used/,
  )
})
