import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createBackgroundRuns, getRun, startBackgroundRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import { type Db, type DbLocation, type Engine, migrate, openDb } from '@/lib/platform/db'
import { makeDice } from '@/tests/factories/dice'
import { makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { brokenInvariants } from '@/tests/support/invariants'
import { startPostgres } from '@/tests/support/postgres'
import { SEED } from '@/tests/support/seed'
import { mountSmallDisk } from '@/tests/support/small-disk'
import { waitUntil } from '@/tests/support/wait-until'

/** `npm run test:long -- storage` sets ten rounds of the full times. */
const ROUNDS = Number(process.env.STORAGE_ROUNDS ?? 1)
const isLong = process.env.STORAGE_ROUNDS !== undefined
const [RUNS, CAP] = isLong ? [20, 1_000] : [6, 400]
const times = isLong ? { full: 5_000, locked: 12_000, away: 6_000 } : { full: 700, locked: 1_500, away: 300 }

const draw = makeDice(SEED)
const rest = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** A database whose storage can fail. */
interface Storage {
  readonly location: DbLocation
  /** Makes the storage fail for a while. */
  trouble(): Promise<void>
}

/** Failures: the disk is full, another program has locked the tables, the server is killed. */
const TROUBLES: readonly [Engine, string, () => Promise<Storage | null>][] = [
  ['sqlite', 'disk full', fullSqlite],
  ['sqlite', 'file locked', lockedSqlite],
  ['postgres', 'disk full', fullPostgres],
  ['postgres', 'table locked', lockedPostgres],
  ['postgres', 'server killed', killedPostgres],
]

describe.each(TROUBLES)('%s, %s, under many runs', (_engine, _what, open) => {
  test(
    'every delivered page is on the ledger, and no run, attempt or hold stays open, without a restart',
    async (context) => {
      const storage = await open()
      if (!storage) return context.skip('This machine has no such database, or lets nobody mount a disk.')
      await migrate(storage.location, 'prisma')
      const db = openDb(storage.location)
      onTestFinished(() => db.$disconnect())
      const first = await makeTeam(db, systemClock)
      for (let round = 1; round <= ROUNDS; round++)
        await expectNothingLost(db, await makeOtherTeam(first, `Round ${round}`), () => storage.trouble())
    },
    120_000 + ROUNDS * 60_000,
  )
})

async function expectNothingLost(db: Db, team: TestTeam, trouble: () => Promise<void>): Promise<void> {
  const upstream = await startTestUpstream(systemClock)
  const ctx = team.admin
  const troubles: unknown[] = []
  const background = createBackgroundRuns({
    services: upstream,
    clock: systemClock,
    isShared: false,
    onError: (error) => void troubles.push(error),
  })
  const { key } = upstream.issueKey({ pack: 'Scale', balanceNano: 100_000_000_000_000n })
  const place = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  const { id: keyId } = await addKey(ctx, upstream, { key, name: '', ...place })
  const { id: searchId } = await createSearch(ctx, { name: 'Ada', operation: 'timeline', subject: 'ada' })
  const budget = { name: 'All', scope: 'team', unit: 'items', period: 'total', amount: '10000000' }
  const { id: budgetId } = await createBudget(
    ctx,
    createBudgetInput.parse({ ...budget, stops: true, tellsAt: [] }),
  )
  upstream.sandbox.chooseLatency({ ms: 60, spreadMs: 50 })
  const runIds = await Promise.all(
    Array.from({ length: RUNS }, async () => {
      const runId = randomUUID()
      await startBackgroundRun(ctx, { ...upstream, background }, { runId, searchId, keyId, capItems: CAP })
      return runId
    }),
  )
  const mine = { where: { teamId: ctx.team.id } }
  const pages = 1 + draw((RUNS * CAP) / 100 / 2)
  await waitUntil(async () => (await db.ledgerEntry.count(mine)) >= pages)
  await trouble()
  await Promise.all(runIds.map((id) => background.ended(id)))
  const delivered = upstream.sandbox.operator
    .state()
    .flatMap(({ keys }) => keys)
    .reduce((sum, { items }) => sum + items, 0)
  const { _sum: settled } = await db.ledgerEntry.aggregate({ ...mine, _sum: { items: true } })
  expect(settled.items).toBe(delivered)
  for (const id of runIds)
    expect(await getRun(ctx, id)).toMatchObject({ endReason: 'cap_reached', unknownCalls: 0 })
  expect(await db.attempt.count({ where: { ...mine.where, state: 'OPEN' } })).toBe(0)
  expect(await getBudget(ctx, budgetId)).toMatchObject({ settled: BigInt(delivered), reserved: 0n })
  expect([...upstream.book.underWay]).toEqual([])
  expect(await brokenInvariants(db)).toEqual([])
  expect(troubles).toEqual([])
  await background.stop()
  await upstream.close()
}

async function fullSqlite(): Promise<Storage | null> {
  const disk = mountSmallDisk(64)
  if (!disk) return null
  onTestFinished(() => disk.remove())
  const trouble = async () => {
    const free = disk.fill()
    await rest(times.full)
    free()
  }
  return { location: { engine: 'sqlite', file: join(disk.folder, 'purser.db') }, trouble }
}

async function lockedSqlite(): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-locked-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const location: DbLocation = { engine: 'sqlite', file: join(folder, 'purser.db') }
  const other = openDb(location)
  onTestFinished(() => other.$disconnect())
  return { location, trouble: () => lockFor(other, times.locked) }
}

async function fullPostgres(): Promise<Storage | null> {
  const disk = mountSmallDisk(400)
  if (!disk) return null
  const location = await ownPostgres(disk.folder)
  if (!location) return null
  const trouble = async () => {
    const free = disk.fill()
    await rest(times.full)
    free()
  }
  return { location: location.location, trouble }
}

async function lockedPostgres(): Promise<Storage | null> {
  const own = await ownPostgres()
  if (!own) return null
  const other = openDb(own.location)
  onTestFinished(() => other.$disconnect())
  return { location: own.location, trouble: () => lockFor(other, times.locked, 'LedgerEntry') }
}

async function killedPostgres(): Promise<Storage | null> {
  const own = await ownPostgres()
  return own && { location: own.location, trouble: () => own.server.crash(() => rest(times.away)) }
}

async function ownPostgres(folder?: string) {
  const server = await startPostgres({ isDurable: true, ...(folder && { folder }) })
  if (!server) return null
  onTestFinished(() => server.stop())
  return { server, location: { engine: 'postgres', url: server.adminUrl } as const }
}

/**
 * Keeps SQLite's file, or a table of PostgreSQL, locked for a while, as another program's transaction would.
 */
async function lockFor(other: Db, ms: number, table?: string): Promise<void> {
  await other.$transaction(
    async (tx) => {
      if (table) {
        // The server ends a silent transaction of Purser's own connections.
        await tx.$executeRawUnsafe('SET LOCAL idle_in_transaction_session_timeout = 0')
        await tx.$executeRawUnsafe(`LOCK TABLE "${table}" IN ACCESS EXCLUSIVE MODE`)
      }
      await rest(ms)
    },
    { timeout: ms + 20_000, maxWait: 20_000 },
  )
}
