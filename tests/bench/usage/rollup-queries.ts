import { systemClock } from '@/lib/kernel'
import { sumSpend } from '@/lib/money/ledger'
import { defaultBucketStep, resolveRange, splitIntoBuckets } from '@/lib/platform/calendar'
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
const MAX_MS = 15_000

/** Times the sums of charts alone, without web and page; with how the database goes about it where it takes too long. */
export async function measureRollups(db: Db, engine: Engine, to: number): Promise<void> {
  const ctx = await contextOf(db)
  printHead(['sums by', 'span', 'median ms', 'p95 ms', 'goal'])
  const plans = new Map<string, string[]>()
  for (const dimension of DIMENSIONS)
    for (const { name, days, goalMs } of SPANS) {
      const day = (at: number) => new Date(at).toISOString().slice(0, 10)
      const input = { from: day(to - (days - 1) * DAY_MS), to: day(to) }
      const range = resolveRange(input, ctx.clock.now(), ctx.team.timeZone)
      const buckets = splitIntoBuckets(range, defaultBucketStep(range))
      const times: number[] = []
      const begun = performance.now()
      await sumSpend(ctx, buckets, dimension)
      do {
        const since = performance.now()
        await sumSpend(ctx, buckets, dimension)
        times.push(performance.now() - since)
      } while (times.length < TIMES && performance.now() - begun < MAX_MS)
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
      for (const one of await askedBy(db, () => sumSpend(ctx, buckets, dimension))) {
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

/** The raw reads of some work. */
async function askedBy(db: Db, work: () => Promise<unknown>): Promise<Sql[]> {
  const asked: Sql[] = []
  const ask = db.$queryRaw.bind(db) as (whole: Sql) => Promise<unknown>
  const value = (first: TemplateStringsArray | Sql, ...values: unknown[]) => {
    const whole = 'sql' in first ? first : sql(first, ...(values as never[]))
    asked.push(whole)
    return ask(whole)
  }
  Object.defineProperty(db, '$queryRaw', { value, configurable: true })
  try {
    await work()
  } finally {
    Object.defineProperty(db, '$queryRaw', { value: ask, configurable: true })
  }
  return asked
}

/** How the database goes about a statement, as text. */
async function planOf(db: Db, engine: Engine, asked: Sql): Promise<string> {
  const explain =
    engine === 'sqlite' ? sql`EXPLAIN QUERY PLAN ${asked}` : sql`EXPLAIN (ANALYZE, BUFFERS) ${asked}`
  const rows = await db.$queryRaw<Record<string, unknown>[]>(explain)
  return rows.map((row) => `  ${String(row.detail ?? row['QUERY PLAN'])}`).join('\n')
}
