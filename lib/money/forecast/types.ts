import type { Micro } from '@/lib/kernel'
import type { PastDay } from './days'

/** Spend that is not in the past: so much per day, between two moments. */
export interface PlannedSpend {
  readonly startsAt: Date
  /** Null: until further notice. */
  readonly endsAt: Date | null
  readonly microPerDay: Micro
}

/** A bound on spend per calendar day, week or month. */
export interface SpendCap {
  readonly period: 'day' | 'week' | 'month'
  readonly micro: Micro
  /** What the running period has spent already. */
  readonly spentMicro: Micro
}

export interface RunOutQuestion {
  /** Whole past days, oldest first. */
  readonly days: readonly PastDay[]
  readonly balanceMicro: Micro
  readonly now: Date
  readonly timeZone: string
  readonly planned?: readonly PlannedSpend[]
  readonly caps?: readonly SpendCap[]
  readonly horizonDays: number
  readonly seed: number
}

/** Of 100 futures: by when 10, 50 and 90 of them have run out. Null: not within the horizon. */
export interface Band<T> {
  readonly p10: T
  readonly p50: T
  readonly p90: T
}

export interface RunOut {
  /** Fewer than a week of days with spend tell nothing. */
  readonly hasHistory: boolean
  readonly runOut: Band<Date | null>
  /** The balance at the end of each coming day, for 10, 50 and 90 of 100 futures at most. */
  readonly days: readonly { readonly day: string; readonly balanceMicro: Band<Micro> }[]
}
