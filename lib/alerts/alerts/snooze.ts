import { parseNano } from '@/lib/kernel'
import { atMinute, DAY_MS, dayAfter } from '@/lib/platform/calendar'
import type { AlertKind, SnoozeSpan } from './schemas'

const HOUR_MS = 3_600_000
const NINE = 9 * 60

/** Returns when a snooze that begins now is over. Tomorrow is the next day of the team's zone, at nine. */
export const endOfSnooze: Readonly<Record<SnoozeSpan, (now: Date, timeZone: string) => Date>> = {
  hour: (now) => new Date(now.getTime() + HOUR_MS),
  tomorrow: (now, timeZone) => atMinute(dayAfter(now, timeZone, 1), timeZone, NINE),
  week: (now) => new Date(now.getTime() + 7 * DAY_MS),
}

/** Longer than the longest snooze, by a change of the clocks. */
const MAX_SNOOZE_MS = 8 * DAY_MS

/** Returns the moment after which no snooze can end. A later one was written by a wrong clock and counts as none. */
export const latestEndOfSnooze = (now: Date): Date => new Date(now.getTime() + MAX_SNOOZE_MS)

/** Returns whether an alert is set aside at a moment. */
export const isSnoozed = ({ snoozedUntil }: { readonly snoozedUntil: Date | null }, now: Date): boolean =>
  snoozedUntil !== null && snoozedUntil > now && snoozedUntil <= latestEndOfSnooze(now)

type Figures = Readonly<Record<string, string>>

/**
 * Ways in which an alert gets worse while it stays the same alert. Whatever else can get worse is another alert, which
 * is not snoozed: a budget that stops after it has warned, or a loss that is certain now.
 */
const GETS_WORSE: Readonly<Partial<Record<AlertKind, (was: Figures, is: Figures) => boolean>>> = {
  // Any credit more is a new loss.
  outside_spend: (was, is) => nanoOf(is.credits) > nanoOf(was.credits),
  price_shift: (was, is) => JSON.stringify(was) !== JSON.stringify(is),
  // These rise and fall with each call.
  unusual_spend: (was, is) => nanoOf(is.last24h) >= 2n * nanoOf(was.last24h),
  low_balance: (was, is) => 2n * nanoOf(is.balance) <= nanoOf(was.balance),
  run_out: (was, is) => Date.parse(is.runOut ?? '') <= Date.parse(was.runOut ?? '') - DAY_MS,
}

const nanoOf = (text: string | undefined): bigint => parseNano(text ?? '') ?? 0n

/** Returns whether an alert is worse than when it was snoozed, by its figures as JSON. */
export function hasWorsened(kind: AlertKind, snoozedData: string | null, data: Figures): boolean {
  const was: Figures = JSON.parse(snoozedData ?? '{}')
  return GETS_WORSE[kind]?.(was, data) ?? false
}
