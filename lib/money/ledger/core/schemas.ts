import type { Nano, OperationName, Tariff } from '@/lib/kernel'

/** The ways in which an attempt ends: paid for, certainly not charged, or sent with its answer lost. */
export const OUTCOMES = ['SETTLED', 'FREE', 'UNKNOWN'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** Reads an outcome from a row. Throws if the text is not an outcome. */
export function parseOutcome(text: string): Outcome {
  const outcome = OUTCOMES.find((each) => each === text)
  if (!outcome) throw new Error(`There is no outcome ${text}`)
  return outcome
}

/** The kinds of principal on whose behalf a call is made. */
export type PrincipalKind = 'member' | 'schedule' | 'service' | 'token'

/** The maker of a call: a run of a search, a provider's test, or the gateway. */
export type Origin = 'search' | 'test' | 'gateway'

/** The principal and the origin of a call. */
export interface CallPrincipal {
  readonly principal: PrincipalKind
  /**
   * The id of the member, service or token. For a schedule, the id of its search, because a schedule has no id of its
   * own.
   */
  readonly principalId: string
  readonly origin: Origin
}

/** The attribution of an attempt. Names are copied to the row, so that they outlive renames and deletions. */
export interface Attribution extends CallPrincipal {
  readonly walletId: string
  readonly keyId: string
  readonly keyPrefix: string
  readonly environmentId: string
  readonly environmentName: string
  /** Empty if no member is responsible, as for a service. */
  readonly memberId: string
  /** The caller's name: the member's, or else the service's. */
  readonly memberName: string
  readonly searchId: string | null
  readonly searchName: string | null
  /** Empty if there is no run. */
  readonly runId: string
  readonly operation: OperationName
}

/** An attempt's reservation before its call: the largest possible page and, if known, its maximum cost. */
export interface Reservation {
  readonly items: number
  readonly nano: Nano | null
  /**
   * The unit of the tariff in force when the attempt is opened. The reservation may use a higher one that takes effect
   * soon.
   */
  readonly priceNano: Nano | null
}

/** The cost and timing of an answer. Times in milliseconds. */
export interface Settlement {
  readonly items: number
  /** Number of these items that no run of the stream had brought before. */
  readonly newItems: number
  /** Number of items that are charged; all of them if absent. */
  readonly chargedItems?: number
  /** The tariff of the call; null if it is not known. */
  readonly tariff: Tariff | null
  /** A charge that the upstream itself reported. It takes precedence over the price. */
  readonly reportedChargeNano: Nano | null
  readonly httpStatus: number
  readonly latencyMs: number
  readonly waitedMs: number
}

/** The reason why an attempt ended without a settlement. */
export interface AttemptFailure {
  readonly reason: string
  readonly httpStatus: number | null
  readonly latencyMs: number | null
  readonly waitedMs: number | null
}

/** Settlements per operation. Items without a known price are counted as items, but are not in the nano-credits. */
export type SettledByOperation = Readonly<Record<OperationName, CountedSum>>

export interface SettledSum {
  readonly pages: number
  readonly items: number
  readonly chargeNano: Nano
  readonly unpricedItems: number
}

export interface CountedSum extends SettledSum {
  /** Number of charged units of the tariffs. If only items are charged, this is the number of priced items. */
  readonly units: bigint
}

/** Sum of all settlements. Items without a known price are not in the nano-credits. */
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
