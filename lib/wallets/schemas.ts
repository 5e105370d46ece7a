import { z } from 'zod'
import type { Micro } from '@/lib/kernel'

const name = z.string().trim().min(1, 'Enter a name.').max(60, 'Use at most 60 characters.')

export const createWalletInput = z.object({ name })
export const renameWalletInput = z.object({ walletId: z.uuid(), name })

/** One answer of GET /v1/me, in micro-credits. */
export interface BalanceView {
  readonly balanceMicro: Micro
  /** What the ledger had settled on the wallet in all at that moment. */
  readonly settledMicro: Micro
  readonly at: Date
}

export interface WalletView {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  /** The last balance the upstream told; null before the first reading, never 0 instead. */
  readonly balance: BalanceView | null
  /** That balance less what was settled since; null before the first reading. */
  readonly expectedMicro: Micro | null
  readonly keyCount: number
}

/** What led to a balance reading. */
export type ReadingSource = 'key-added' | 'key-checked'
