import { z } from 'zod'
import type { Nano } from '@/lib/kernel'
import type { Settled, SettledByOperation } from '@/lib/money/ledger'
import { nameInput } from '@/lib/platform/input'

const name = nameInput()

export const createWalletInput = z.object({ name })
export const renameWalletInput = z.object({ walletId: z.uuid(), name })
/** A balance as an admin enters it. */
export const enterBalanceInput = z.object({
  walletId: z.uuid(),
  balance: z.string().trim().min(1, 'Enter an amount.').max(30, 'This is too long to be an amount.'),
})

/** A balance that was read, in nano-credits, with the ledger's total of settlements on the wallet at that moment. */
export interface BalanceView extends Settled {
  /** Id of the reading. */
  readonly id: string
  readonly balanceNano: Nano
  readonly at: Date
}

/** The newest balance of a wallet. */
interface WalletBalance extends BalanceView {
  /**
   * Its moment in the order of the wallet's readings. Later than `at`, and perhaps in the future if a clock was ahead.
   */
  readonly standsAt: Date
  /** True if an admin entered it, so the service was not asked. */
  readonly isTyped: boolean
}

export interface WalletView {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  /** The last balance that the upstream reported; null, not 0, before the first reading. */
  readonly balance: WalletBalance | null
  /**
   * The balance to expect now, from the readings and what was settled since. Null before the first reading, and once
   * items had no known price.
   */
  readonly expectedNano: Nano | null
  readonly keyCount: number
  /** True while a wallet check is in progress, in which the only calls with its keys are balance readings. */
  readonly isPaused: boolean
}

/** The cause of a balance reading. `typed` means that an admin entered it. */
export type ReadingSource = 'key-added' | 'key-checked' | 'run' | 'schedule' | 'check' | 'typed'

/** A balance with everything that shows how reliable it is. */
export interface ReadingView extends BalanceView {
  /** The part of the balance that may expire; null if the service reports one amount. */
  readonly expiringNano: Nano | null
  readonly askedAt: Date
  /** Total of the ledger's settlements per operation. */
  readonly byOperation: SettledByOperation
  /** Number of calls that were in flight while the balance was read. It may or may not include their charges. */
  readonly inFlight: number
  /** Maximum cost of these calls; null if no price is known. */
  readonly inFlightNano: Nano | null
  /**
   * Milliseconds between the end of the last call that may have been charged and the question; null if long ago or not
   * known.
   */
  readonly quietMs: number | null
  /** Maximum time in milliseconds until a charge shows, as the provider stated then; null if it did not. */
  readonly settlingMs: number | null
}
