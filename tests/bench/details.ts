/**
 * Measures the deletion of old calls: generates a team's year, and lets the job delete what is older than three months
 * for a while. `npm run bench -- details --calls 10000000`. Prints figures and asserts nothing.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '@/lib/kernel'
import { deleteOldCalls } from '@/lib/money/ledger'
import { DAY_MS, monthBefore } from '@/lib/platform/calendar'
import { type Db, type DbLocation, migrate, openDb } from '@/lib/platform/db'
import { runJobSteps } from '@/lib/server/jobs/jobs'
import { setCallRetention } from '@/lib/teams/teams'
import { startPostgres } from '@/tests/support/postgres'
import { contextOf } from './context'
import './usage/note-queries.mjs'
import { readNoted } from './usage/queries'

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000000' },
    engine: { type: 'string', default: 'both' },
    seconds: { type: 'string', default: '60' },
  },
})
const [CALLS, SECONDS] = [Number(values.calls), Number(values.seconds)]
const AT_ONCE = 100_000
const SHOWN = 8

const queries = join(tmpdir(), `purser-queries-${process.pid}.jsonl`)

/** Ids sort by time, as Purser's own do. Of a thousand calls 970 are settled, 28 free and 2 unknown. */
async function fill(db: Db, engine: string, teamId: string): Promise<void> {
  // Starts the first month a day before its end, so that a whole month is deleted soon.
  const first = monthBefore(new Date(), 'Europe/Berlin', 12).getTime() - DAY_MS
  const spanMs = Date.now() - first
  const isSqlite = engine === 'sqlite'
  const id = (kind: string) =>
    isSqlite
      ? `printf('%012d-0000-7000-8000-${kind}%011d', n, n)`
      : `lpad(n::text, 12, '0') || '-0000-7000-8000-${kind}' || lpad(n::text, 11, '0')`
  const ms = (plus: number) => `(${first + plus} + CAST(n AS BIGINT) * ${spanMs} / ${CALLS})`
  const at = (plus: number) =>
    isSqlite ? ms(plus) : `(to_timestamp(${ms(plus)} / 1000.0) AT TIME ZONE 'UTC')`
  const outcome = `CASE WHEN n % 500 = 0 THEN 'UNKNOWN' WHEN n % 1000 < 29 THEN 'FREE' ELSE 'SETTLED' END`
  const ids = `'wallet-0000-0000-0000-000000000' || (n % 10), 'key-0000-0000-0000-0000000000000' || (n % 20)`
  const whom = `'member-0000-0000-0000-000000000' || (n % 30)`
  const what = `'search-0000-0000-0000-000000000' || (n % 500), 'run-0000-0000-0000-000000000000' || (n / 10)`
  for (let from = 0; from < CALLS; from += AT_ONCE) {
    const last = Math.min(from + AT_ONCE, CALLS) - 1
    const numbers = isSqlite
      ? `WITH RECURSIVE q(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM q WHERE n < ${last})`
      : `WITH q(n) AS (SELECT generate_series(${from}, ${last}))`
    await db.$executeRawUnsafe(`
      INSERT INTO "Attempt" ("id", "teamId", "walletId", "keyId", "keyPrefix", "environmentId", "environmentName",
        "memberId", "memberName", "searchId", "runId", "searchName", "operation", "pageNumber", "reservedItems",
        "reservedNano", "priceNano", "state", "instanceId", "openedAt", "principal", "principalId", "origin")
      ${numbers} SELECT ${id('a')}, '${teamId}', ${ids}, 'xd_live_abcd', 'environment-0000-0000-000000000001',
        'production', ${whom}, 'Ada Founder', ${what}, 'A search', 'timeline', 1 + n % 20, 20, 3000000000, 150000000,
        ${outcome}, 'instance-0000-0000-00000000000001', ${at(0)}, 'member', ${whom}, 'search' FROM q`)
    await db.$executeRawUnsafe(`
      INSERT INTO "LedgerEntry" ("id", "teamId", "attemptId", "outcome", "items", "priceNano", "chargeNano",
        "chargeSource", "httpStatus", "latencyMs", "waitedMs", "at", "quarter", "walletId", "keyId", "environmentId",
        "memberId", "searchId", "runId", "operation", "principal", "principalId", "origin", "openedQuarter")
      ${numbers} SELECT ${id('e')}, '${teamId}', ${id('a')}, ${outcome}, 20, 150000000, 3000000000, 'price', 200, 80, 5,
        ${at(900)}, ${ms(900)} / 900000, ${ids}, 'environment-0000-0000-000000000001', ${whom}, ${what}, 'timeline',
        'member', ${whom}, 'search', ${ms(0)} / 900000 FROM q`)
  }
  // Otherwise the disk would still be writing while the steps are measured.
  if (isSqlite) await db.$queryRawUnsafe('PRAGMA wal_checkpoint(TRUNCATE)')
  else await db.$executeRawUnsafe('VACUUM ANALYZE')
}

const at = (sorted: readonly number[], part: number) =>
  (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1)

const spread = (took: number[]): string => {
  const sorted = took.toSorted((a, b) => a - b)
  return `median ${at(sorted, 0.5)} ms, 99 % below ${at(sorted, 0.99)} ms, longest ${at(sorted, 1)} ms`
}

/** Prints the slowest statements, of at least a millisecond each. */
async function printStatements(): Promise<void> {
  const took = new Map<string, number[]>()
  for (const { text, ms } of readNoted(await readFile(queries, 'utf8'))) {
    const name = text.replaceAll(/\s+/g, ' ').replaceAll('`', '"').slice(0, 70)
    took.set(name, [...(took.get(name) ?? []), ms])
  }
  const longest = [...took].sort(([, a], [, b]) => Math.max(...b) - Math.max(...a))
  for (const [name, all] of longest.slice(0, SHOWN)) console.log(`    ${all.length}: ${spread(all)}: ${name}`)
}

async function measure(engine: 'sqlite' | 'postgres', location: DbLocation): Promise<void> {
  await migrate(location, 'prisma')
  const db = openDb(location)
  const steps: number[] = []
  // The job rests for as long as each step took, so the rests are recorded instead of waited for.
  const clock = { ...systemClock, sleep: async (ms: number) => void steps.push(ms) }
  const ctx = { ...contextOf(db), clock }
  const teamId = ctx.team.id
  await db.team.create({ data: { ...ctx.team, createdAt: new Date() } })
  const began = clock.monotonic()
  await fill(db, engine, teamId)
  const filledMs = clock.monotonic() - began
  console.log(`${engine}, ${CALLS.toLocaleString('en')} calls, made in ${(filledMs / 1000).toFixed(0)} s`)
  await setCallRetention(ctx, { months: 3 })
  // Starts here, so that filling is not recorded.
  await writeFile(queries, '')
  process.env.PURSER_BENCH_QUERIES = queries
  const until = clock.monotonic() + SECONDS * 1000
  const goesOn = async () => clock.monotonic() < until
  await runJobSteps(
    clock,
    deleteOldCalls(ctx, () => Promise.resolve(true)),
    { aLease: 20, mayContinue: goesOn },
  )
  const { _sum } = await db.deletedCalls.aggregate({ _sum: { pages: true, frees: true } })
  const deleted = Number((_sum.pages ?? 0n) + (_sum.frees ?? 0n)).toLocaleString('en')
  console.log(`  ${deleted} calls deleted in ${SECONDS} s without rests`)
  console.log(`  ${steps.length} steps: ${spread(steps)}`)
  await printStatements()
  process.env.PURSER_BENCH_QUERIES = ''
  await db.$disconnect()
}

if (values.engine !== 'postgres') {
  const folder = await mkdtemp(join(tmpdir(), 'purser-details-'))
  await measure('sqlite', { engine: 'sqlite', file: join(folder, 'purser.db') })
  await rm(folder, { recursive: true })
}
const server = values.engine === 'sqlite' ? null : await startPostgres()
if (server) {
  await measure('postgres', { engine: 'postgres', url: server.adminUrl })
  await server.stop()
}
await rm(queries, { force: true })
