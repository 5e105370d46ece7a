import { z } from 'zod'
import type { Nano } from '@/lib/kernel'
import type { CallView } from '@/lib/money/ledger'
import { multiLineText } from '@/lib/platform/input'

const MAX_ITEMS = 10_000

const finding = z.enum(['charged', 'uncharged'])
const items = z.coerce
  .number('Enter a whole number.')
  .int('Enter a whole number.')
  .min(0)
  .max(MAX_ITEMS, 'That is more than a page.')
const note = z.string().trim().max(500, 'Use at most 500 characters.')
const HOW = 'Say how you know.'

export const resolveUnknownInput = z.object({
  attemptId: z.uuid(),
  /** States whether the upstream charged the call. */
  finding,
  /** Number of items it was charged for. Ignored if it was not charged. */
  items: items.default(0),
  note: multiLineText(note.min(1, HOW)),
})

/** Maximum number of calls that are resolved in one step. */
export const MAX_RESOLVED = 100

export const resolveCallsInput = z
  .object({
    attemptIds: z.array(z.uuid()).min(1, 'Choose a call.').max(MAX_RESOLVED, 'Choose at most 100 calls.'),
    /** `balance`: they cost what the balance shows, together with the other lost calls of the same time. */
    finding: z.enum([...finding.options, 'balance']),
    /** Number of items of a single call; absent for the most that each may have cost. */
    items: items.optional(),
    note: multiLineText(note).default(''),
  })
  .refine(({ finding, note }) => finding === 'balance' || note !== '', { path: ['note'], error: HOW })

export const closedMonthInput = z.object({
  walletId: z.uuid(),
  /** Such as 2026-01. */
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Name a month, such as 2026-01.'),
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
