import { z } from 'zod'
import type { Micro } from '@/lib/kernel'
import type { Operation } from '@/lib/ledger'
import type { Item } from '@/lib/upstream'
import type { PageProblem } from './problem'

export const startRunInput = z.object({
  /** Made by the caller, so that a request which arrives twice starts one run. */
  runId: z.uuid(),
  searchId: z.uuid(),
  keyId: z.uuid('Choose a key.'),
  /** The most items that the run may come to; a page has about 20 at least (upstream-interface, Limits / Page size). */
  capItems: z
    .int('Use a whole number.')
    .min(20, 'A page has about 20 items at least.')
    .max(1_000_000_000)
    .nullable()
    .default(null),
  /** The most credits that it may cost, as decimal text. */
  capCredits: z.string().trim().max(30).nullable().default(null),
})

export const nextPageInput = z.object({ continuation: z.string().min(1).max(16_000) })

export const runState = z.enum(['OPEN', 'ENDED'])

/** Why a run took no further page. */
export const endReason = z.enum([
  'last_page',
  'repeated_cursor',
  'repeated_page',
  'empty_page',
  'unusable_cursor',
  'cap_reached',
  'contract_test',
])
export type EndReason = z.output<typeof endReason>

/** What pages brought. Items settled while no price was known are counted in `unpricedItems`. */
export interface PageSums {
  readonly pages: number
  readonly items: number
  readonly chargeMicro: Micro
  readonly unpricedItems: number
}

/** What a run has bought so far, and what it may have bought besides: calls whose answer was lost. */
export interface RunTotals extends PageSums {
  readonly unknownCalls: number
  /** What the unknown calls brought at most. */
  readonly unknownItems: number
}

export interface RunView extends RunTotals {
  readonly id: string
  readonly searchId: string | null
  readonly searchName: string
  readonly operation: Operation
  readonly subject: string
  readonly product: string | null
  readonly keyId: string
  readonly keyPrefix: string
  readonly environmentName: string
  readonly memberName: string
  readonly isOwn: boolean
  readonly state: z.output<typeof runState>
  readonly endReason: EndReason | null
  readonly startedAt: Date
  readonly endedAt: Date | null
}

/** An item as the interface shows it; what the upstream sent beside these fields stays in the store. */
export type ItemView = Omit<Item, 'raw'>

export interface BoughtPage {
  readonly pageNumber: number
  readonly items: readonly ItemView[]
  readonly chargeMicro: Micro | null
  readonly latencyMs: number
  readonly waitedMs: number
}

/** What the next-page action answers: the page, or why there is none; in both cases how to go on, if one can. */
export type PageAnswer = {
  readonly runId: string
  readonly totals: RunTotals
  /** Sealed; to be sent back for the next page, or for another try. Null when the run has ended. */
  readonly continuation: string | null
  readonly endReason: EndReason | null
} & (
  | { readonly page: BoughtPage; readonly problem: null }
  | {
      readonly page: null
      readonly problem: Pick<PageProblem, 'kind' | 'charged' | 'message'> & { upstreamWords: string | null }
    }
)
