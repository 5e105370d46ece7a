import type { Nano } from '@/lib/kernel'
import type { CalendarPeriod } from '@/lib/platform/calendar'
import type { PastDay } from './days'

/** Spend that past days do not show: so much per day, between two moments. */
export interface PlannedSpend {
  readonly startsAt: Date
  /** Null: without an end. */
  readonly endsAt: Date | null
  readonly nanoPerDay: Nano
}

/** A limit on spend per period of the calendar, or in all. */
export interface SpendCap {
  readonly period: CalendarPeriod | 'total'
  readonly nano: Nano
  /** What the current period has spent already. */
  readonly spentNano: Nano
}

export interface RunOutQuestion {
  /** Whole past days, oldest first. */
  readonly days: readonly PastDay[]
  readonly balanceNano: Nano
  readonly now: Date
  readonly timeZone: string
  readonly planned?: readonly PlannedSpend[]
  readonly caps?: readonly SpendCap[]
  /** What somebody else takes a day, which no cap holds up. */
  readonly outsidePerDayNano?: Nano
  readonly horizonDays: number
  readonly seed: number
}

/** By when 10, 50 and 90 of 100 futures have run out. Null: not within the horizon. */
export interface Band<T> {
  readonly p10: T
  readonly p50: T
  readonly p90: T
}

export interface RunOut {
  /** Less than a week of days with spend shows nothing. */
  readonly hasHistory: boolean
  readonly runOut: Band<Date | null>
  /** The balance at the end of each future day, for 10, 50 and 90 of 100 futures at most. */
  readonly days: readonly { readonly day: string; readonly balanceNano: Band<Nano> }[]
}
