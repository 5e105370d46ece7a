import type { Nano, OperationName, Tariff } from '@/lib/kernel'

/** How an attempt ended: paid for; certainly uncharged; or sent with its answer lost. */
export const OUTCOMES = ['SETTLED', 'FREE', 'UNKNOWN'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** On whose behalf a call is made: a member's, a schedule's, a service's or a token's. */
export type PrincipalKind = 'member' | 'schedule' | 'service' | 'token'

/** What makes a call: a run of a search, a provider's test, or the gateway. */
export type Origin = 'search' | 'test' | 'gateway'

/** On whose behalf a call is made, and what makes it. */
export interface CallPrincipal {
  readonly principal: PrincipalKind
  /** The member's id, or the service's or token's; of a schedule its search's, since it has none of its own. */
  readonly principalId: string
  readonly origin: Origin
}

/** Whom an attempt is for. Names are copied on the row, so they outlive renames and deletions. */
export interface Attribution extends CallPrincipal {
  readonly walletId: string
  readonly keyId: string
  readonly keyPrefix: string
  readonly environmentId: string
  readonly environmentName: string
  /** Empty where no member stands behind it, as for a service. */
  readonly memberId: string
  /** The name of the one who calls: the member, or else the service. */
  readonly memberName: string
  readonly searchId: string | null
  readonly searchName: string | null
  /** Empty where there is no run. */
  readonly runId: string
  readonly operation: OperationName
}

/** The reservation of an attempt before its call: the largest possible page, and the most that it can cost if known. */
export interface Reservation {
  readonly items: number
  readonly nano: Nano | null
  /** The unit of the tariff in force when it is opened; the reservation may be at a higher one that is coming. */
  readonly priceNano: Nano | null
}

/** The answer's cost, and its timing. Times in milliseconds. */
export interface Settlement {
  readonly items: number
  /** Of these, those that no run of the stream had brought before. */
  readonly newItems: number
  /** How many of the items are charged; all, where it is not said. */
  readonly chargedItems?: number
  /** What its call costs; null where that is not known. */
  readonly tariff: Tariff | null
  /** A charge that the upstream itself reported; it wins over the price. */
  readonly reportedChargeNano: Nano | null
  readonly httpStatus: number
  readonly latencyMs: number
  readonly waitedMs: number
}

/** Why an attempt ended without a settlement. */
export interface AttemptFailure {
  readonly reason: string
  readonly httpStatus: number | null
  readonly latencyMs: number | null
  readonly waitedMs: number | null
}

/** Settlements per operation. Items without a known price are among the items, not in the nano-credits. */
export type SettledByOperation = Readonly<Record<OperationName, CountedSum>>

export interface SettledSum {
  readonly pages: number
  readonly items: number
  readonly chargeNano: Nano
  readonly unpricedItems: number
}

export interface CountedSum extends SettledSum {
  /** How many units of their tariffs the pages were charged: as many as priced items, where items alone are charged. */
  readonly units: bigint
}

/** All settlements. Items without a known price are not in the nano-credits. */
export interface Settled {
  readonly settledNano: Nano
  readonly unpricedItems: number
}

/** A half-open range of quarter hours since the epoch. */
export interface QuarterHourRange {
  readonly from: number
  readonly to: number
}

/** A half-open span of time. */
export interface TimeSpan {
  readonly from: Date
  readonly to: Date
}
