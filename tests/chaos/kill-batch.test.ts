import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from '@/lib/platform/db'
import { brokenInvariants } from '@/tests/support/invariants'
import { sandboxControl } from '@/tests/support/sandbox-control'
import {
  type RunningSandbox,
  type RunningServer,
  startSandboxProcess,
  startServer,
} from '@/tests/support/server'
import { foundTeam, type TeamClient } from '@/tests/support/story'

const WORDS = ['tea', 'coffee', 'rain', 'Lisbon', 'Leeds', 'Austin', 'Kyoto', 'train', 'garden', 'weather']
/** Three times as many as are bought at once, so that some wait when Purser is killed. */
const SUBJECTS = WORDS.flatMap((word) => ['', ' 1', ' 2', ' 3', ' 4', ' 5'].map((end) => word + end))
const CAP = 60
/** As many as a batch buys at once. */
const AT_ONCE = 20

let folder: string
let sandbox: RunningSandbox
let server: RunningServer
let admin: TeamClient
let db: Db

const start = async () => {
  const env = {
    UPSTREAM_BASE_URL: sandbox.baseUrl,
    UPSTREAM_PROVIDER: 'tests/support/sandbox-provider.json',
  }
  server = await startServer({ dataFolder: join(folder, 'data'), env })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-kill-batch-'))
  sandbox = await startSandboxProcess(join(folder, 'upstream'), ['--latency', '200'])
  await start()
  admin = await foundTeam(server.baseUrl)
  db = openDb({ engine: 'sqlite', file: join(folder, 'data', 'purser.db') })
})

afterAll(async () => {
  await db?.$disconnect()
  await server?.stop()
  await sandbox?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('after kill -9 amid a batch, Purser goes on with the subjects that had not begun, and buys none twice', async () => {
  const control = sandboxControl(sandbox.controlUrl)
  const sandboxWallet = await control.createWallet({ name: 'batch', balance: '1000000', pack: 'Scale' })
  const key = await control.createKey(sandboxWallet)
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const environmentId = (await db.environment.findFirstOrThrow()).id
  const keyId = await admin.makeId('keys/addKeyAction', { key, walletId, environmentId })
  const search = { name: 'Batch', operation: 'search', subjects: SUBJECTS }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  const conditions = { capItems: CAP, capCredits: null, untilAt: null, untilKnown: false }
  const batchId = randomUUID()
  const asked = { runId: batchId, searchId, keyId, ...conditions }
  await admin.mustPerform('runs/startBackgroundRunAction', asked)
  const ended = () => db.run.count({ where: { batchId, state: 'ENDED' } })
  await expect.poll(ended, { interval: 10 }).toBeGreaterThan(1)
  await server.kill()
  const before = await db.run.findMany({ where: { batchId, state: 'ENDED' } })
  const waiting = await db.run.count({ where: { batchId, state: 'OPEN', instanceId: null } })
  expect(waiting).toBeGreaterThan(0)

  await start()
  const isOver = async () => (await db.run.findUniqueOrThrow({ where: { id: batchId } })).state
  await expect.poll(isOver, { timeout: 60_000 }).toBe('ENDED')
  const runs = await db.run.findMany({ where: { batchId }, orderBy: { id: 'asc' } })
  expect(runs.map(({ subject }) => subject)).toEqual(SUBJECTS)
  const cut = runs.filter(({ endReason }) => endReason === 'restarted')
  expect(cut.length).toBeLessThanOrEqual(AT_ONCE)
  expect(before.length + cut.length + waiting).toBe(SUBJECTS.length)
  for (const run of before) expect(runs.find(({ id }) => id === run.id)).toEqual(run)
  for (const { endReason, items } of runs) {
    expect(['restarted', 'cap_reached', 'last_page']).toContain(endReason)
    expect(Number(items)).toBeLessThanOrEqual(CAP)
  }

  // The upstream's books are the ledger's, but for what was in flight.
  const { keys } = await control.wallet(sandboxWallet)
  const sold = keys.reduce((sum, { items }) => sum + items, 0)
  const bought = runs.reduce((sum, { items }) => sum + Number(items), 0)
  const lost = await db.attempt.findMany({ where: { state: 'UNKNOWN' } })
  expect(lost.length).toBeLessThanOrEqual(AT_ONCE)
  expect(sold).toBeGreaterThanOrEqual(bought)
  expect(sold).toBeLessThanOrEqual(bought + lost.reduce((sum, { reservedItems }) => sum + reservedItems, 0))
  expect(await brokenInvariants(db)).toEqual([])
}, 120_000)
