import { systemClock } from '@/lib/kernel'
import { sumRollups } from '@/lib/money/ledger'
import { bucketsOf, resolveRange, stepOf } from '@/lib/platform/calendar'
import { type Db, type Engine, sql, type TeamCtx } from '@/lib/platform/db'
import { printHead, printRow } from '../browser/figures'
import { percentile } from './measure'

type Sql = ReturnType<typeof sql>

const DIMENSIONS = [
  ...(['environmentId', 'keyId', 'memberId', 'operation', 'walletId'] as const),
  ...(['principal', 'searchId'] as const),
]
const DAY_MS = 86_400_000
const SPANS = [
  { name: '30 days', days: 30, goalMs: 10 },
  { name: 'a year', days: 365, goalMs: 25 },
] as const
const TIMES = 5
const MOST_MS = 15_000

/** Times the sums of charts alone, without web and page; with how the database goes about it where it takes too long. */
export async function measureRollups(db: Db, engine: Engine, to: number): Promise<void> {
  const ctx = await contextOf(db)
  const asked: Sql[] = []
  const noting = { ...ctx, db: noteAsked(db, asked) }
  printHead(['sums by', 'span', 'median ms', 'p95 ms', 'goal'])
  const plans = new Map<string, string[]>()
  for (const dimension of DIMENSIONS)
    for (const { name, days, goalMs } of SPANS) {
      const day = (at: number) => new Date(at).toISOString().slice(0, 10)
      const input = { from: day(to - (days - 1) * DAY_MS), to: day(to) }
      const range = resolveRange(input, ctx.clock.now(), ctx.team.timeZone)
      const buckets = bucketsOf(range, stepOf(range))
      const times: number[] = []
      const begun = performance.now()
      await sumRollups(ctx, buckets, dimension)
      do {
        const since = performance.now()
        await sumRollups(ctx, buckets, dimension)
        times.push(performance.now() - since)
      } while (times.length < TIMES && performance.now() - begun < MOST_MS)
      const median = percentile(times, 0.5)
      const isFast = median <= goalMs
      printRow([
        dimension,
        name,
        median.toFixed(1),
        percentile(times, 0.95).toFixed(1),
        `${goalMs}${isFast ? '' : ', missed'}`,
      ])
      if (isFast) continue
      asked.length = 0
      await sumRollups(noting, buckets, dimension)
      for (const one of asked) {
        const plan = await planOf(db, engine, one)
        plans.set(plan, [...(plans.get(plan) ?? []), `${dimension}, ${name}`])
      }
    }
  for (const [plan, names] of plans) console.log(`\n${names.join('; ')}:\n\n\`\`\`\n${plan}\n\`\`\``)
}

async function contextOf(db: Db): Promise<TeamCtx> {
  const team = await db.team.findFirstOrThrow()
  const actor = { userId: '', memberId: '', name: 'Bench', role: 'admin', sid: '' } as const
  return { db, clock: systemClock, team, actor }
}

/** The same database, whose raw reads are noted. */
const noteAsked = (db: Db, asked: Sql[]): Db =>
  new Proxy(db, {
    get(target, name) {
      if (name !== '$queryRaw') return Reflect.get(target, name)
      return (first: TemplateStringsArray | Sql, ...values: unknown[]) => {
        const whole = 'sql' in first ? first : sql(first, ...(values as never[]))
        asked.push(whole)
        return target.$queryRaw(whole)
      }
    },
  })

/** How the database goes about a statement, as text. */
async function planOf(db: Db, engine: Engine, asked: Sql): Promise<string> {
  const explain =
    engine === 'sqlite' ? sql`EXPLAIN QUERY PLAN ${asked}` : sql`EXPLAIN (ANALYZE, BUFFERS) ${asked}`
  const rows = await db.$queryRaw<Record<string, unknown>[]>(explain)
  return rows.map((row) => `  ${String(row.detail ?? row['QUERY PLAN'])}`).join('\n')
}
