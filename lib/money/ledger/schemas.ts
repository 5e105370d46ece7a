import type { ByOperation, Micro, Operation } from '@/lib/kernel'

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
  readonly micro: Micro | null
  /** The price in force when it is opened; the reservation may be at a higher one that is coming. */
  readonly priceMicro: Micro | null
}

/** The answer's cost, and its timing. Times in milliseconds. */
export interface Settlement {
  readonly items: number
  readonly priceMicro: Micro | null
  /** A charge that the upstream itself reported; it wins over the price. */
  readonly reportedChargeMicro: Micro | null
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

/** Settlements per operation. Items without a known price are among the items, not in the micro-credits. */
export type SettledByOperation = Partial<ByOperation<SettledSum>>

export interface SettledSum {
  readonly pages: number
  readonly items: number
  readonly chargeMicro: Micro
  readonly unpricedItems: number
}

/** All settlements. Items without a known price are not in the micro-credits. */
export interface Settled {
  readonly settledMicro: Micro
  readonly unpricedItems: number
}
