import { z } from 'zod'
import type { Micro } from '@/lib/kernel'
import type { Settled, SettledByOperation } from '@/lib/money/ledger'

const name = z.string().trim().min(1, 'Enter a name.').max(60, 'Use at most 60 characters.')

export const createWalletInput = z.object({ name })
export const renameWalletInput = z.object({ walletId: z.uuid(), name })

/** One answer of GET /v1/me, in micro-credits, with what the ledger had settled on the wallet in all at that moment. */
export interface BalanceView extends Settled {
  readonly balanceMicro: Micro
  readonly at: Date
}

export interface WalletView {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  /** The last balance the upstream told; null before the first reading, never 0 instead. */
  readonly balance: BalanceView | null
  /** That balance less what was settled since; null before the first reading, and once items had no known price. */
  readonly expectedMicro: Micro | null
  readonly keyCount: number
  /** While a check goes on, no call but a balance reading is made with its keys. */
  readonly isPaused: boolean
}

/** What led to a balance reading. */
export type ReadingSource = 'key-added' | 'key-checked' | 'run' | 'schedule' | 'check'

/** A balance with all that tells how far it can be relied on. */
export interface ReadingView extends BalanceView {
  readonly id: string
  readonly askedAt: Date
  /** What the ledger had settled per operation in all; null in readings of older versions. */
  readonly byOperation: SettledByOperation | null
  /** Calls that were under way while the balance was read: their charge may be in it or not. */
  readonly inFlight: number
  /** The most that they can have been charged; null where no price is known. */
  readonly inFlightMicro: Micro | null
}
