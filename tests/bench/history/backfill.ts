/**
 * What the backfill of a long ledger costs: the migration before it, its pace, its longest step, how long bookings take
 * beside it, and how long `check:figures` takes then. `npm run bench -- backfill --pages 1000000 --engine sqlite`. Prints
 * figures and asserts nothing.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { systemClock } from '@/lib/kernel'
import { checkFigures } from '@/lib/money/ledger'
import { type Db, type DbLocation, migrate, openDb } from '@/lib/platform/db'
import { createBackfill } from '@/lib/server/jobs/backfill-job'
import { budgetBookOf } from '@/tests/factories/budget-book'
import { startPostgres } from '@/tests/support/postgres'
import { contextOf } from './context'
import { fill, TEAM } from './fill'

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '1000000' }, engine: { type: 'string', default: 'both' } },
})
const PAGES = Number(values.pages)
const PAUSE_MS = 20

/** The rollups that the filled entries would have made. */
const ROLLUPS = `
  INSERT INTO "Rollup" ("teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "operation", "pages",
    "items", "chargeMicro", "unpricedItems", "frees", "unknowns")
  SELECT "teamId", "quarter", 'wallet', 'key', 'environment', 'member', 'timeline', COUNT(*), SUM("items"),
    SUM("chargeMicro"), 0, 0, 0 FROM "LedgerEntry" GROUP BY "teamId", "quarter"`

async function timed(what: string, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  const seconds = (performance.now() - begun) / 1000
  console.log(`  ${what}: ${seconds.toFixed(1)} s`)
  return seconds
}

async function prepare(location: DbLocation): Promise<void> {
  await timed('filled in', () => fill(location, PAGES))
  const db = openDb(location)
  await db.$executeRawUnsafe(ROLLUPS)
  await db.$disconnect()
  await timed('migrations, that to finer amounts among them', () => migrate(location, 'prisma'))
}

/** Notes how long each transaction takes: on SQLite nobody else writes meanwhile. */
function timeTransactions(db: Db): number[] {
  const times: number[] = []
  const begin = db.$transaction.bind(db) as (work: unknown, options: object) => Promise<unknown>
  const value = async (work: unknown, options: object) => {
    const begun = performance.now()
    return begin(work, options).finally(() => times.push(performance.now() - begun))
  }
  Object.defineProperty(db, '$transaction', { value })
  return times
}

const described = (took: number[]): string => {
  const sorted = took.sort((a, b) => a - b)
  const at = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0)
  return `${sorted.length}, median ${at(0.5)} ms, 99 % below ${at(0.99)} ms, longest ${at(1)} ms`
}

async function measure(name: string, location: DbLocation): Promise<void> {
  console.log(`${name}, ${PAGES.toLocaleString('en')} pages`)
  await prepare(location)
  const db = openDb(location)
  const steps = timeTransactions(db)
  const always = () => Promise.resolve(true)
  let isOver = false
  const others = openDb(location)
  const bookings: number[] = []
  const booking = (async () => {
    const book = budgetBookOf(contextOf(location.engine === 'sqlite' ? db : others))
    while (!isOver) {
      const begun = performance.now()
      await book.settle(await book.mustOpen(), 20)
      bookings.push(performance.now() - begun)
      await pause(PAUSE_MS)
    }
  })()
  const seconds = await timed('backfill', () =>
    createBackfill(() => undefined).visit(contextOf(db), always, always),
  )
  isOver = true
  await booking
  console.log(`  ${(PAGES / seconds).toFixed(0)} entries a second; transactions: ${described(steps)}`)
  console.log(`  bookings meanwhile: ${described(bookings)}`)
  const onDifference = (sentence: string) => console.log(`  ${sentence}`)
  await timed('check of figures', () => checkFigures({ db, clock: systemClock, teamId: TEAM, onDifference }))
  console.log(`  memory ${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB`)
  await Promise.all([db.$disconnect(), others.$disconnect()])
}

if (values.engine !== 'postgres') {
  const folder = await mkdtemp(join(tmpdir(), 'purser-backfill-'))
  await measure('SQLite', { engine: 'sqlite', file: join(folder, 'purser.db') })
  await rm(folder, { recursive: true })
}
const server = values.engine === 'sqlite' ? null : await startPostgres({ isDurable: true })
if (server) {
  await measure('PostgreSQL', { engine: 'postgres', url: server.adminUrl })
  await server.stop()
}
