import type { Nano } from '@/lib/kernel'
import type { CalendarPeriod } from '@/lib/platform/calendar'
import type { PastDay } from './days'

/** Spend per day, between two moments, that past days do not show. */
export interface PlannedSpend {
  readonly startsAt: Date
  /** Null if it has no end. */
  readonly endsAt: Date | null
  readonly nanoPerDay: Nano
}

/** A limit on spend per calendar period, or in total. */
export interface SpendCap {
  readonly period: CalendarPeriod | 'total'
  readonly nano: Nano
  /** Spend of the current period so far. */
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
  /** Spend of somebody else per day, which no cap limits. */
  readonly outsidePerDayNano?: Nano
  readonly horizonDays: number
  readonly seed: number
}

/** The values that 10, 50 and 90 of 100 futures do not exceed. A moment is null if it is beyond the horizon. */
export interface Band<T> {
  readonly p10: T
  readonly p50: T
  readonly p90: T
}

export interface RunOut {
  /** True if there are at least seven days with spend. Fewer show nothing. */
  readonly hasHistory: boolean
  readonly runOut: Band<Date | null>
  /** The balance at the end of each future day that 10, 50 and 90 of 100 futures do not exceed. */
  readonly days: readonly { readonly day: string; readonly balanceNano: Band<Nano> }[]
}
