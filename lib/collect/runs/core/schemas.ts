import { z } from 'zod'
import type { ItemView } from '@/lib/collect/items'
import { type Micro, type Operation, SMALLEST_PAGE } from '@/lib/kernel'
import type { PageProblem } from './problem'

/** How many items a run may come to at most. */
export const itemsCap = (largest: number) =>
  z
    .int('Use a whole number.')
    .min(SMALLEST_PAGE, `A page has about ${SMALLEST_PAGE} items at least.`)
    .max(largest)

export const startRunInput = z.object({
  /** Made by the caller, so that a request which arrives twice starts one run. */
  runId: z.uuid(),
  searchId: z.uuid(),
  /** The key to run it with; chosen as the search says where none is named. */
  keyId: z.union([z.literal(''), z.uuid('Choose a key.')]).default(''),
  capItems: itemsCap(1_000_000_000).nullable().default(null),
  /** The most credits that it may cost, as decimal text. */
  capCredits: z.string().trim().max(30).nullable().default(null),
  /** Stop where posts are older than this moment; without an offset it is read in the team's time zone. */
  untilAt: z.iso.datetime({ offset: true, local: true, error: 'Enter a date.' }).nullable().default(null),
  /** Stop where the pages have come to what was there before. */
  untilKnown: z.boolean().default(false),
  /** How old a page bought before may be to be taken instead; as the search says where none is named. */
  reuseSeconds: z.int().min(0).max(3600).nullable().default(null),
})

export const runInput = z.object({ runId: z.uuid() })

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
  'date_passed',
  'nothing_new',
  'cancelled',
  'problem',
  'restarted',
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
  /** Items that no run which asked the same of this search had brought before. */
  readonly newItems: number
  /** Taken from what was bought before, for nothing; not among `pages` and `items`. */
  readonly reusedPages: number
  readonly reusedItems: number
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
  readonly searchVersion: number | null
  readonly isInBackground: boolean
  /** Whether its search's schedule started it. */
  readonly isScheduled: boolean
  readonly state: z.output<typeof runState>
  readonly endReason: EndReason | null
  /** What ended it, in words, where the reason alone does not say it. */
  readonly endNote: string | null
  /** Who cancelled it. */
  readonly cancelledByName: string | null
  /** Where it stops. */
  readonly capItems: number | null
  readonly capMicro: Micro | null
  readonly untilAt: Date | null
  readonly untilKnown: boolean
  /** The first run that asked this: nothing of it is news. */
  readonly isBaseline: boolean
  /** When the oldest page was bought that it took from those bought before; null where it took none, and in lists. */
  readonly reusedSince: Date | null
  readonly startedAt: Date
  readonly endedAt: Date | null
}

export interface BoughtPage {
  readonly pageNumber: number
  readonly items: readonly ItemView[]
  readonly chargeMicro: Micro | null
  readonly latencyMs: number
  readonly waitedMs: number
  /** When it was bought, where it was taken from what was bought before: then it cost nothing. */
  readonly boughtAt?: Date
}

/** What the next-page action answers: the page, or why there is none; in both cases how to go on, if one can. */
export type PageAnswer = {
  readonly runId: string
  readonly totals: RunTotals
  /** Sealed; to be sent back for the next page, or for another try. Null when the run has ended. */
  readonly continuation: string | null
  readonly endReason: EndReason | null
} & (
  | {
      readonly page: BoughtPage
      /** Which of its items the team has hidden, by their ids. */
      readonly hidden: readonly string[]
      readonly problem: null
    }
  | {
      readonly page: null
      readonly problem: Pick<PageProblem, 'kind' | 'charged' | 'message'> & { upstreamWords: string | null }
    }
)
