/**
 * What the sums of days cost and save: a team's year with so many calls is made as rollups, a job sums its days, and
 * usage is read with and without them. `npm run bench -- days --calls 10000000`. Prints figures and asserts nothing.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { systemClock } from '@/lib/kernel'
import { type RollupDimension, type RollupFilter, sumClosedDays, sumRollups } from '@/lib/money/ledger'
import {
  defaultBucketStep,
  QUARTER_HOUR_MS,
  quarterHourOf,
  resolveRange,
  splitIntoBuckets,
} from '@/lib/platform/calendar'
import { type Db, type DbLocation, migrate, openDb, type TeamCtx } from '@/lib/platform/db'
import { runJobSteps } from '@/lib/server/jobs/jobs'
import { bookOf } from '@/tests/factories/ledger'
import { startPostgres } from '@/tests/support/postgres'
import { contextOf } from './context'

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10000000' },
    engine: { type: 'string', default: 'both' },
    keep: { type: 'string' },
  },
})
const CALLS = Number(values.calls)
const DAYS = 365
const SEARCHES = 500
/** The sum of 1/n up to 500: searches are used by Zipf's law. */
const HARMONIC = 6.793
const WEEK = 672

const ms = (value: number): string => `${value.toFixed(1)} ms`

async function fill(db: Db, ctx: TeamCtx, engine: string): Promise<void> {
  const to = quarterHourOf(new Date())
  const from = to - DAYS * 96
  const perQuarter = CALLS / (DAYS * 96)
  const numbers = (name: string, first: number, last: number) =>
    engine === 'sqlite'
      ? `${name}(n) AS (SELECT ${first} UNION ALL SELECT n + 1 FROM ${name} WHERE n < ${last})`
      : `${name}(n) AS (SELECT generate_series(${first}, ${last}))`
  await db.team.create({ data: { ...ctx.team, createdAt: new Date() } })
  for (let first = from; first < to; first += WEEK) {
    const expected = `(${perQuarter} / ${HARMONIC} / s.n)`
    await db.$executeRawUnsafe(`
      INSERT INTO "Rollup"
      WITH RECURSIVE ${numbers('q', first, Math.min(first + WEEK, to) - 1)}, ${numbers('s', 1, SEARCHES)}, r AS (
        SELECT q.n AS quarter, s.n AS s, s.n % 20 AS k, (s.n * 7 + (q.n / 4) % 3) % 30 AS m,
          CASE WHEN ${expected} < 1 THEN 1 ELSE CAST(${expected} AS INTEGER) END AS p
        FROM q CROSS JOIN s WHERE (q.n * 7919 + s.n * 104729) % 1000 < 1000 * ${expected})
      SELECT '${ctx.team.id}', quarter, 'wallet-0000-0000-0000-000000000' || (k / 2), 'key-0000-0000-0000-000000000000' || k,
        'environment-0000-0000-00000000000' || (k % 4), 'member-0000-0000-0000-000000000' || m,
        CASE WHEN s % 10 = 0 THEN 'schedule' ELSE 'member' END,
        CASE WHEN s % 10 = 0 THEN 'search-0000-0000-0000-000000000' || s ELSE 'member-0000-0000-0000-000000000' || m END,
        'search-0000-0000-0000-000000000' || s, CASE WHEN s % 3 = 0 THEN 'timeline' ELSE 'search' END, 'search',
        p, p * 20, p, p * CAST(3000000000 AS BIGINT), 0, s % 2, 0, CASE WHEN s % 50 = 0 THEN 1 ELSE 0 END, p * 5, p * 80
      FROM r`)
  }
  if (engine === 'postgres') await db.$executeRawUnsafe('VACUUM ANALYZE')
}

const rowsOf = async (db: Db, table: string): Promise<number> =>
  Number((await db.$queryRawUnsafe<{ n: bigint | number }[]>(`SELECT COUNT(*) AS n FROM "${table}"`))[0]?.n)

const QUESTIONS: readonly (readonly [string, RollupDimension, RollupFilter])[] = [
  ['whole team', 'team', {}],
  ['by wallet (10)', 'walletId', {}],
  ['by key (20)', 'keyId', {}],
  ['by member (30)', 'memberId', {}],
  ['by principal (80)', 'principal', {}],
  ['by search (500)', 'searchId', {}],
  ['by member, one wallet', 'memberId', { walletId: 'wallet-0000-0000-0000-0000000003' }],
  ['by wallet, one member', 'walletId', { memberId: 'member-0000-0000-0000-0000000005' }],
  ['by operation, one search', 'operation', { searchId: 'search-0000-0000-0000-0000000007' }],
  ['by search, one key', 'searchId', { keyId: 'key-0000-0000-0000-00000000000015' }],
]

async function read(ctx: TeamCtx, times: number, questions = QUESTIONS): Promise<void> {
  const today = new Date()
  const year = new Date(today.getTime() - 364 * 96 * QUARTER_HOUR_MS)
  const day = (at: Date) => at.toISOString().slice(0, 10)
  for (const [span, input] of [
    ['30 days', { preset: '30d' as const }],
    ['a year', { from: day(year), to: day(today) }],
  ] as const)
    for (const [what, dimension, filter] of questions) {
      const range = resolveRange(input, today, ctx.team.timeZone)
      const buckets = splitIntoBuckets(range, defaultBucketStep(range))
      const took: number[] = []
      let rows = 0
      const cpu = process.cpuUsage()
      for (let time = 0; time < times; time++) {
        const began = performance.now()
        rows = (await sumRollups(ctx, buckets, dimension, filter)).length
        took.push(performance.now() - began)
      }
      took.sort((a, b) => a - b)
      const { user, system } = process.cpuUsage(cpu)
      const own = ms((user + system) / 1000 / times)
      console.log(
        `    ${span}, ${what}: median ${ms(took[Math.floor(times / 2)] ?? 0)}, quickest ${ms(took[0] ?? 0)}, own processor time ${own} (${rows} sums)`,
      )
    }
}

/** Sums all days, step by step, and tells how long the longest took. */
async function derive(ctx: TeamCtx): Promise<void> {
  const { db, clock, team } = ctx
  const began = performance.now()
  const took: number[] = []
  const steps = sumClosedDays({ db, clock, teamId: team.id, isMine: () => Promise.resolve(true) })
  for (;;) {
    const since = performance.now()
    if ((await steps.next()).done) break
    took.push(performance.now() - since)
  }
  took.sort((a, b) => a - b)
  const at = (part: number) => ms(took[Math.floor((took.length - 1) * part)] ?? 0)
  console.log(
    `  summed in ${((performance.now() - began) / 1000).toFixed(0)} s: ${took.length} steps, median ${at(0.5)}, 99 % below ${at(0.99)}, longest ${at(1)}`,
  )
}

/** Pages are booked while a new zone's days are summed. */
async function race(ctx: TeamCtx): Promise<void> {
  const { db, clock, team } = ctx
  await db.team.updateMany({ where: { id: team.id }, data: { timeZone: 'Asia/Kathmandu' } })
  const [took, state] = [[] as number[], { isOver: false }]
  const began = performance.now()
  const always = () => Promise.resolve(true)
  const job = runJobSteps(clock, sumClosedDays({ db, clock, teamId: team.id, isMine: always }), {
    aLease: 50,
    goesOn: always,
  }).finally(() => {
    state.isOver = true
  })
  const book = bookOf(ctx)
  while (!state.isOver) {
    const id = await book.begin()
    const since = performance.now()
    await book.settle(id, 20)
    took.push(performance.now() - since)
    await pause(20)
  }
  await job
  took.sort((a, b) => a - b)
  const at = (part: number) => ms(took[Math.floor((took.length - 1) * part)] ?? 0)
  console.log(
    `  another zone, old days deleted, in ${((performance.now() - began) / 1000).toFixed(0)} s beside ${took.length} bookings: median ${at(0.5)}, 99 % below ${at(0.99)}, longest ${at(1)}`,
  )
}

async function measure(engine: 'sqlite' | 'postgres', location: DbLocation): Promise<void> {
  console.log(`${engine}, ${CALLS.toLocaleString('en')} calls in ${DAYS} days`)
  await migrate(location, 'prisma')
  const db = openDb(location)
  const ctx = { ...contextOf(db), clock: systemClock }
  const began = performance.now()
  // A folder that is kept is filled once.
  if ((await db.team.count()) === 0) await fill(db, ctx, engine)
  console.log(
    `  ${await rowsOf(db, 'Rollup')} rollups, made in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  console.log('  without days:')
  await read(ctx, 1, QUESTIONS.slice(3, 4))
  await derive(ctx)
  console.log(`  ${await rowsOf(db, 'SummedDay')} days, ${await rowsOf(db, 'DaySum')} sums of days`)
  if (engine === 'postgres') await db.$executeRawUnsafe('ANALYZE')
  console.log('  with days:')
  await read(ctx, 15)
  await race(ctx)
  await db.$disconnect()
}

if (values.engine !== 'postgres') {
  const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'purser-days-')))
  await measure('sqlite', { engine: 'sqlite', file: join(folder, 'purser.db') })
  if (!values.keep) await rm(folder, { recursive: true })
}
const server = values.engine === 'sqlite' ? null : await startPostgres()
if (server) {
  await measure('postgres', { engine: 'postgres', url: server.adminUrl })
  await server.stop()
}
