import type { z } from 'zod'
import type { Nano } from '@/lib/kernel'
import { sumSpend } from '@/lib/money/ledger'
import {
  consecutiveDaysFrom,
  DAY_MS,
  dayContaining,
  periodContaining,
  quarterHourOf,
  startOfQuarterHour,
} from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { toAttemptFilter } from './reserve'
import { type budgetKindInput, parseBudgetAmount } from './schemas'

/** Spend in a stretch of time of at most a quarter hour or a day. */
export interface SpendInterval {
  readonly startsAt: Date
  readonly endsAt: Date
  /** The period of the budget that contains it. */
  readonly period: string
  readonly pages: number
  readonly items: number
  readonly chargeNano: Nano
}

/** A period in which a budget would have stopped: when it would have, and the number of pages it would have refused. */
export interface BacktestStop {
  readonly at: Date
  readonly pagesShort: number
}

/**
 * Returns when a stopping budget would have stopped if it had existed. Pages go through as long as they fit. Of the
 * part in which the amount runs out, the remaining pages count in proportion, rounded up. Parts must be in order of
 * time.
 */
export function backtest(
  parts: readonly SpendInterval[],
  amount: bigint,
  spentOf: (part: SpendInterval) => bigint,
): BacktestStop[] {
  const stops: BacktestStop[] = []
  let [period, left, stop]: [string | null, bigint, { at: Date; pagesShort: number } | null] = [
    null,
    0n,
    null,
  ]
  for (const part of parts) {
    if (part.period !== period) [period, left, stop] = [part.period, amount, null]
    const spent = spentOf(part)
    if (stop) {
      stop.pagesShort += part.pages
    } else if (spent > left) {
      const over = spent - left
      stop = { at: part.startsAt, pagesShort: Number((BigInt(part.pages) * over + spent - 1n) / spent) }
      stops.push(stop)
    }
    left -= spent
  }
  return stops
}

/** Number of days that are replayed; fewer for a budget by the hour. */
const DAYS = 60
const DAYS_BY_HOUR = 7
/** Number of most recent stops that are located to the quarter hour. Older ones are located to the day. */
const TOLD_FINELY = 5

/** Result of replaying past spend against a budget. */
export interface Backtest {
  readonly days: number
  /** Newest first. */
  readonly stops: readonly BacktestStop[]
}

/**
 * Returns when a budget would have stopped in the last weeks, counted from the rollups: by the quarter hour on the
 * days of the last stops, else by days. The cost does not grow with the ledger. Throws `invalid` for an amount that
 * cannot be read.
 */
export async function backtestBudget(
  ctx: TeamCtx,
  { scope, scopeId, unit, period, amount }: z.output<typeof budgetKindInput>,
): Promise<Backtest> {
  const max = parseBudgetAmount(amount, unit, 'Nothing was counted.')
  const { timeZone } = ctx.team
  const now = ctx.clock.now()
  const days = period === 'hour' ? DAYS_BY_HOUR : DAYS
  const first = dayContaining(new Date(now.getTime() - days * DAY_MS), timeZone).startsAt
  // Starts where the first period starts, so that it counts whole.
  const begins = period === 'total' ? first : periodContaining(first, period, timeZone).startsAt
  const filter = toAttemptFilter({ scope, scopeId: scope === 'team' ? ctx.team.id : scopeId })
  const spentOf = (part: SpendInterval) => (unit === 'items' ? BigInt(part.items) : part.chargeNano)
  const read = async (bounds: readonly Date[]) => {
    const buckets = bounds.slice(0, -1).map((from, at) => ({
      from: quarterHourOf(from),
      to: quarterHourOf(bounds[at + 1] ?? from),
    }))
    const sums = await sumSpend(ctx, buckets, 'team', filter)
    return sums.flatMap(({ bucket, pages, items, chargeNano }): SpendInterval[] => {
      const [startsAt, endsAt] = [bounds[bucket], bounds[bucket + 1]]
      if (!startsAt || !endsAt) return []
      const of = periodContaining(startsAt, period, timeZone).startsAt.toISOString()
      return [{ startsAt, endsAt, period: of, pages, items, chargeNano }]
    })
  }
  const bounds =
    period === 'hour'
      ? quartersBetween(begins, now)
      : [
          ...consecutiveDaysFrom(begins, timeZone, daysUntil(begins, now)).map(({ startsAt }) => startsAt),
          now,
        ]
  const parts = await read(bounds)
  const stops = backtest(parts, max, spentOf)
  if (period === 'hour') return { days, stops: [...stops].reverse() }
  // Reads the days of the last stops again, by the quarter hour.
  const last = stops.slice(-TOLD_FINELY)
  const fine: SpendInterval[] = []
  for (const part of parts) {
    const isStop = last.some(({ at }) => at.getTime() === part.startsAt.getTime())
    fine.push(...(isStop ? await read(quartersBetween(part.startsAt, part.endsAt)) : [part]))
  }
  return { days, stops: backtest(fine, max, spentOf).reverse() }
}

/** Counts the days between two moments, including the last one, regardless of clock changes. */
const daysUntil = (from: Date, to: Date): number =>
  Math.floor((to.getTime() - from.getTime()) / DAY_MS + 1 / 24) + 1

function quartersBetween(from: Date, to: Date): Date[] {
  const [first, last] = [quarterHourOf(from), quarterHourOf(to)]
  return Array.from({ length: last - first + 1 }, (_, index) => startOfQuarterHour(first + index))
}
