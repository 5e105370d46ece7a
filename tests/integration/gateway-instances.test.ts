import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { revokeGatewayKey } from '@/lib/keys/services'
import { createWorkerRuntime, readEnv } from '@/lib/server/runtime'
import { makeService, openGateway } from '@/tests/factories/gateway'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { bundled } from '@/tests/support/bundled'
import {
  describeOnEachEngine,
  describeOnPostgres,
  describeOnSqlite,
  type TestDb,
} from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { QUICK_NODE } from '@/tests/support/quick-node'
import { freePort } from '@/tests/support/server'
import { waitUntil } from '@/tests/support/wait-until'

const TIMELINE = '/v1/users/ada/tweets?count=20'

interface Instance {
  readonly baseUrl: string
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Prepares a database with a team and a service, and the settings of workers on it. */
async function prepare(opened: TestDb, upstream: TestUpstream) {
  const { location } = opened
  const folder = await mkdtemp(join(tmpdir(), 'purser-gateway-'))
  const env = {
    PURSER_DATA: location.engine === 'sqlite' ? dirname(location.file) : folder,
    ...(location.engine === 'postgres' && { DATABASE_URL: location.url }),
    UPSTREAM_BASE_URL: upstream.upstreams.baseUrl,
    UPSTREAM_PROVIDER: 'tests/support/sandbox-provider.json',
    PURSER_MASTER_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
  }
  const team: TestTeam = await makeTeam(opened.db, systemClock)
  // Stores the key with the same master key as the workers.
  const runtime = await createWorkerRuntime(readEnv(env))
  const { key } = upstream.issueKey({ pack: 'Scale' })
  const services = { ...upstream, ...runtime, sandbox: upstream.sandbox }
  const service = await makeService(openGateway(services, team, systemClock), services, team, { key })
  await runtime.close()
  return { env, team, service, key, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function startWorker(env: Readonly<Record<string, string>>): Promise<Instance> {
  const port = await freePort()
  const program = await bundled('tests/support/gateway-worker.ts')
  const child = spawn(process.execPath, [...QUICK_NODE, program], {
    env: { ...process.env, ...env, GATEWAY_PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exited = once(child, 'exit')
  const baseUrl = `http://127.0.0.1:${port}`
  await waitUntil(async () => (await fetch(`${baseUrl}/health`).catch(() => null))?.ok === true)
  return {
    baseUrl,
    async kill(signal) {
      child.kill(signal)
      await exited
    },
  }
}

const itemsOf = (upstream: TestUpstream, key: string): number =>
  upstream.sandbox.operator
    .state()
    .flatMap(({ keys }) => keys)
    .find(({ prefix }) => prefix === key.slice(0, 12))?.items ?? 0

/** `npm run test:long -- gateway` kills and stops workers on both engines. */
const IS_LONG = process.env.GATEWAY === 'all'
const describeKilled = IS_LONG ? describeOnEachEngine : describeOnSqlite
const describeStopped = IS_LONG ? describeOnEachEngine : describeOnPostgres

describeKilled('a worker that is killed while services call', (open) => {
  test('every answer that a caller received is on the ledger, and every charge is settled or unknown', async () => {
    const opened = await open()
    const upstream = await startTestUpstream(systemClock)
    const { env, service, key, remove } = await prepare(opened, upstream)
    upstream.sandbox.chooseLatency({ ms: 30, spreadMs: 30 })
    const headers = { 'x-api-key': service.token.reveal() }
    let worker = await startWorker(env)
    let answered = 0
    let isOver = false
    const call = async () => {
      while (!isOver) {
        const answer = await fetch(worker.baseUrl + TIMELINE, { headers }).catch(() => null)
        const page = answer?.status === 200 ? await answer.text().catch(() => null) : null
        if (page !== null) answered++
        else await systemClock.sleep(20)
      }
    }
    const calling = Array.from({ length: 12 }, call)
    await waitUntil(() => answered >= 40)
    await worker.kill('SIGKILL')
    isOver = true
    await Promise.all(calling)
    const settledBefore = await opened.db.ledgerEntry.count({ where: { outcome: 'SETTLED' } })
    expect(settledBefore).toBeGreaterThanOrEqual(answered)
    // On PostgreSQL an instance is considered dead after a minute of silence; this skips the wait.
    await opened.db.instance.updateMany({ data: { diedAt: new Date() } })
    worker = await startWorker(env)
    await waitUntil(async () => (await opened.db.attempt.count({ where: { state: 'OPEN' } })) === 0)
    await worker.kill('SIGTERM')
    const attempts = await opened.db.attempt.findMany({ include: { entry: true } })
    const settled = attempts.reduce((sum, { entry }) => sum + (entry?.items ?? 0), 0)
    const unknown = attempts.filter(({ state }) => state === 'UNKNOWN')
    const most = unknown.reduce((sum, { reservedItems }) => sum + reservedItems, 0)
    expect(itemsOf(upstream, key)).toBeGreaterThanOrEqual(settled)
    expect(itemsOf(upstream, key)).toBeLessThanOrEqual(settled + most)
    expect(await brokenInvariants(opened.db)).toEqual([])
    await remove()
    await upstream.close()
    await opened.close()
  })
})

describeStopped('a worker that is stopped while services call', (open) => {
  test('completes the calls that it has sent, and leaves none open or unknown', async () => {
    const opened = await open()
    const upstream = await startTestUpstream(systemClock)
    const { env, service, key, remove } = await prepare(opened, upstream)
    upstream.sandbox.chooseLatency({ ms: 2000, spreadMs: 0 })
    const headers = { 'x-api-key': service.token.reveal() }
    const worker = await startWorker(env)
    const asked = Array.from({ length: 5 }, () => fetch(worker.baseUrl + TIMELINE, { headers }))
    // The sandbox counts a page when it is requested, and answers later.
    await waitUntil(() => itemsOf(upstream, key) === 5 * 20)
    await worker.kill('SIGTERM')
    const answers = await Promise.all(asked)
    const refused = answers.filter(({ ok }) => !ok)
    expect(await Promise.all(refused.map((answer) => answer.text()))).toEqual([])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const states = await opened.db.attempt.findMany({ select: { state: true } })
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['SETTLED']))
    await remove()
    await upstream.close()
    await opened.close()
  })
})

describeOnPostgres('two instances', (open) => {
  test('a cursor from one works at the other, and a revoked key is refused by both within five seconds', async () => {
    const opened = await open()
    const upstream = await startTestUpstream(systemClock)
    const { env, team, service, remove } = await prepare(opened, upstream)
    const headers = { 'x-api-key': service.token.reveal() }
    const workers = [await startWorker(env), await startWorker(env)]
    const seen = new Set<string>()
    let cursor = ''
    for (let page = 0; page < 4; page++) {
      const { baseUrl } = workers[page % 2] ?? { baseUrl: '' }
      const answer = await fetch(`${baseUrl}${TIMELINE}${cursor}`, { headers })
      const text = await answer.text()
      expect(answer.status, text).toBe(200)
      expect(seen.has(text)).toBe(false)
      seen.add(text)
      cursor = `&cursor=${encodeURIComponent(JSON.parse(text).next_cursor)}`
    }
    await revokeGatewayKey(team.admin, { gatewayKeyId: service.gatewayKeyId })
    const since = systemClock.monotonic()
    for (const { baseUrl } of workers)
      await waitUntil(async () => (await fetch(`${baseUrl}/v1/me`, { headers })).status === 401)
    expect(systemClock.monotonic() - since).toBeLessThan(5000)
    for (const worker of workers) await worker.kill('SIGTERM')
    await remove()
    await upstream.close()
    await opened.close()
  })
})
