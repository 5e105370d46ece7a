import type { ByOperation, Nano, Operation } from '@/lib/kernel'

/** How an attempt ended: paid for; certainly uncharged; or sent with its answer lost. */
export type Outcome = 'SETTLED' | 'FREE' | 'UNKNOWN'

/** Whom an attempt is for. Names are copied on the row, so they outlive renames and deletions. */
export interface Attribution {
  readonly walletId: string
  readonly keyId: string
  readonly keyPrefix: string
  readonly environmentId: string
  readonly environmentName: string
  readonly memberId: string
  readonly memberName: string
  readonly searchId: string | null
  readonly searchName: string | null
  readonly runId: string
  readonly operation: Operation
}

/** The reservation of an attempt before its call: the largest possible page, and the most that it can cost if known. */
export interface Reservation {
  readonly items: number
  readonly nano: Nano | null
  /** The price in force when it is opened; the reservation may be at a higher one that is coming. */
  readonly priceNano: Nano | null
}

/** The answer's cost, and its timing. Times in milliseconds. */
export interface Settlement {
  readonly items: number
  readonly priceNano: Nano | null
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
export type SettledByOperation = Partial<ByOperation<SettledSum>>

export interface SettledSum {
  readonly pages: number
  readonly items: number
  readonly chargeNano: Nano
  readonly unpricedItems: number
}

/** All settlements. Items without a known price are not in the nano-credits. */
export interface Settled {
  readonly settledNano: Nano
  readonly unpricedItems: number
}
