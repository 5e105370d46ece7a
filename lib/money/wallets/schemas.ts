import { z } from 'zod'
import type { Nano } from '@/lib/kernel'
import type { Settled, SettledByOperation } from '@/lib/money/ledger'
import { nameInput } from '@/lib/platform/input'

const name = nameInput()

export const createWalletInput = z.object({ name })
export const renameWalletInput = z.object({ walletId: z.uuid(), name })
/** A balance, as an admin types it. */
export const enterBalanceInput = z.object({
  walletId: z.uuid(),
  balance: z.string().trim().min(1, 'Enter an amount.').max(30, 'This is too long to be an amount.'),
})

/** One answer of GET /v1/me, in nano-credits, with the ledger's total of settlements on the wallet at that moment. */
export interface BalanceView extends Settled {
  /** The reading's id. */
  readonly id: string
  readonly balanceNano: Nano
  readonly at: Date
}

/** The newest balance of a wallet. */
interface WalletBalance extends BalanceView {
  /** Where it stands among the wallet's readings: later than `at`, and perhaps ahead, where a clock was. */
  readonly standsAt: Date
  /** An admin said it: the service was not asked. */
  readonly isTyped: boolean
}

export interface WalletView {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  /** The upstream's last balance; null before the first reading, never 0 instead. */
  readonly balance: WalletBalance | null
  /** The balance to expect now, from the readings and what was settled since. Null before the first reading, and once items had no known price. */
  readonly expectedNano: Nano | null
  readonly keyCount: number
  /** While a check is under way, the only calls with its keys are balance readings. */
  readonly isPaused: boolean
}

/** What caused a balance reading; `typed`: an admin entered it. */
export type ReadingSource = 'key-added' | 'key-checked' | 'run' | 'schedule' | 'check' | 'typed'

/** A balance with everything that tells how reliable it is. */
export interface ReadingView extends BalanceView {
  /** The part of the balance that may expire; null where the service tells one amount. */
  readonly expiringNano: Nano | null
  readonly askedAt: Date
  /** The ledger's total of settlements per operation. */
  readonly byOperation: SettledByOperation
  /** Calls that were under way while the balance was read: their charge may be in it or not. */
  readonly inFlight: number
  /** The most that they can have cost; null if no price is known. */
  readonly inFlightNano: Nano | null
  /** How long before the question the last call ended that may have been charged; null if long ago, or not known. */
  readonly quietMs: number | null
  /** How long a charge takes to show at most, as the provider said then; null if it did not say. */
  readonly settlingMs: number | null
}
