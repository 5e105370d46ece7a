import { z } from 'zod'
import type { Nano } from '@/lib/kernel'
import type { CallView } from '@/lib/money/ledger'
import { multiLineText } from '@/lib/platform/input'

const MAX_ITEMS = 10_000

export const resolveUnknownInput = z.object({
  attemptId: z.uuid(),
  /** States whether the upstream charged the call. */
  finding: z.enum(['charged', 'uncharged']),
  /** Number of items it was charged for. Ignored if it was not charged. */
  items: z.coerce
    .number()
    .int('Enter a whole number.')
    .min(0)
    .max(MAX_ITEMS, 'That is more than a page.')
    .default(0),
  note: multiLineText(z.string().trim().min(1, 'Say how you know.').max(500, 'Use at most 500 characters.')),
})

export const resolveLostCallGroupInput = z.object({
  walletId: z.uuid(),
  /** Any one of the window's calls. */
  attemptId: z.uuid(),
})

/** Lost calls between two readings, and what they were charged together. */
export interface LostCallGroup {
  readonly walletId: string
  readonly walletName: string
  readonly from: Date
  readonly to: Date
  readonly nano: Nano
  readonly attemptIds: readonly string[]
}

/** A call that was sent and whose answer was lost, with its resolution, if any. */
export interface UnknownView extends CallView {
  readonly attemptId: string
  readonly walletId: string
  readonly at: Date
  readonly why: string
  /** Maximum items and cost. */
  readonly maxItems: number
  readonly maxNano: Nano | null
  readonly resolution: {
    readonly finding: 'charged' | 'uncharged'
    readonly items: number
    readonly chargeNano: Nano | null
    readonly note: string
    readonly by: string
    readonly at: Date
  } | null
}
