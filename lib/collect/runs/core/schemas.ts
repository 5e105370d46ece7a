import { z } from 'zod'
import type { ItemView } from '@/lib/collect/items'
import {
  type Actor,
  canChange,
  hasRole,
  MAX_SUBJECTS,
  MIN_PAGE_SIZE,
  type Nano,
  type Operation,
} from '@/lib/kernel'
import { manyIds, searchTextInput } from '@/lib/platform/input'
import type { PageProblem } from './page-problem'

/** Maximum number of items that a run may buy; by default at least a page of the interface. */
export const itemsCapSchema = (largest: number, fewest = MIN_PAGE_SIZE) =>
  z.int('Use a whole number.').min(fewest, minCapMessage(fewest)).max(largest)

/** Explains why a cap smaller than any page of a list is refused. */
export const minCapMessage = (fewest: number): string =>
  fewest === 1 ? 'Use at least 1 item.' : `A page has about ${fewest} items at least.`

/** Maximum credits that a run may cost, as decimal text. */
const creditsCap = z.string().trim().max(30).nullable()

export const startRunInput = z.object({
  /** Created by the caller, so that a request that arrives twice starts one run. */
  runId: z.uuid(),
  searchId: z.uuid(),
  /** Key to run it with; empty: the search's own choice. */
  keyId: z.union([z.literal(''), z.uuid('Choose a key.')]).default(''),
  /** Checked against the smallest page of the list when the run starts. */
  capItems: itemsCapSchema(1_000_000_000, 1).nullable().default(null),
  capCredits: creditsCap.default(null),
  /** Stop at posts older than this moment. Without an offset it is in the team's time zone. */
  untilAt: z.iso
    .datetime({ offset: true, local: true, error: 'Enter a date.' })
    .refine((at) => at >= '1970', 'Enter a date since 1970.')
    .nullable()
    .default(null),
  /** Stop when the pages reach known items. */
  untilKnown: z.boolean().default(false),
  /** Subjects to run, of the search's many; all by default. */
  subjects: z.array(z.string().max(500)).max(MAX_SUBJECTS).default([]),
  /** Maximum age, in seconds, of an earlier page to be used again; null: as the search says. */
  reuseSeconds: z.int().min(0).max(3600).nullable().default(null),
})

export const startBackgroundRunInput = startRunInput.extend({
  /** Failed runs of batches, which continue where they stopped; a subject whose position is gone is run again. */
  failed: z.array(z.uuid()).max(MAX_SUBJECTS).default([]),
})

export const runInput = z.object({ runId: z.uuid() })

export const nextPageInput = z.object({ continuation: z.string().min(1).max(16_000) })

/** Caps of a whole run that goes on, with what it has bought. */
const newCaps = { capItems: itemsCapSchema(1_000_000_000, 1).nullable(), capCredits: creditsCap }

export const moveRunInput = nextPageInput.extend(newCaps)

export const continueRunInput = runInput.extend(newCaps)

export const runStateSchema = z.enum(['OPEN', 'ENDED'])

const given = z.uuid().optional().catch(undefined)

/** Part of the runs, as stated in a URL. Invalid values are ignored. */
export const runsUrlQuerySchema = z.object({
  search: given,
  member: given,
  state: runStateSchema.optional().catch(undefined),
  /** Words of the searches' names. */
  text: searchTextInput(100).catch(''),
  sort: z.enum(['started', '-started']).catch('-started'),
  /** Run after which the part begins, or before which it ends. */
  after: given,
  before: given,
})
export const manyRunsInput = z.object({ ids: manyIds, change: z.enum(['cancel']) })
export type RunsUrlQuery = z.output<typeof runsUrlQuerySchema>

/** Why a run took no further page. */
export const endReasonSchema = z.enum([
  'last_page',
  'repeated_cursor',
  'repeated_page',
  'empty_page',
  'unusable_cursor',
  'next_page_not_found',
  'cap_reached',
  'budget_refused',
  'date_passed',
  'unread_items',
  'unread_times',
  'nothing_new',
  'cancelled',
  'problem',
  'restarted',
  'provider_test',
  'subjects_ended',
])
export type EndReason = z.output<typeof endReasonSchema>

/**
 * Ends of a run before the end of its list, so that it can continue from its position. What follows known items was
 * bought before, so that is none.
 */
export const CONTINUABLE_ENDS: readonly EndReason[] = [
  'empty_page',
  'cap_reached',
  'budget_refused',
  'date_passed',
  'unread_times',
  'cancelled',
  'problem',
]

/** The reason for a run's end, its time, and words if the reason alone does not explain it. */
export interface RunEnd {
  readonly reason: EndReason
  readonly at: Date
  readonly note?: string
}

/** Sums over pages. Items settled without a known price count in `unpricedItems`. */
export interface PageSums {
  readonly pages: number
  readonly items: number
  readonly chargeNano: Nano
  readonly unpricedItems: number
}

/** The totals that a run has bought, and what it may have bought in addition: calls whose answer was lost. */
export interface RunTotals extends PageSums {
  readonly unknownCalls: number
  /** Maximum number of items that the unknown calls returned. */
  readonly unknownItems: number
  /** Number of items that no earlier run with this question had found. */
  readonly newItems: number
  /** Taken from earlier pages for nothing; not counted in `pages` and `items`. */
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
  readonly environmentId: string
  readonly environmentName: string
  readonly memberName: string
  /** The rights of the member who asks. */
  readonly may: RunRights
  readonly searchVersion: number | null
  readonly isInBackground: boolean
  /** The batch that it is one subject of. */
  readonly batchId: string | null
  /** Number of subjects: 1; of a batch, all; 0 for a batch's run. */
  readonly subjectCount: number
  /** Numbers of a batch's subjects that wait, are being bought, and failed; null for a run that buys. */
  readonly subjects: { readonly waiting: number; readonly running: number; readonly failed: number } | null
  /** True if it ended before it bought what was asked for. */
  readonly isFailed: boolean
  /** True if it failed since the service knows no such user, which another run would not change. */
  readonly isUserUnknown: boolean
  /** True for a batch's run that has not begun. */
  readonly isWaiting: boolean
  /** True if its search's schedule started it. */
  readonly isScheduled: boolean
  readonly state: z.output<typeof runStateSchema>
  readonly endReason: EndReason | null
  /** Explanation of its end, if the reason alone does not suffice. */
  readonly endNote: string | null
  /** Name of who cancelled it. */
  readonly cancelledByName: string | null
  /** Limits at which it stops. */
  readonly capItems: number | null
  readonly capNano: Nano | null
  readonly untilAt: Date | null
  readonly untilKnown: boolean
  /** True for the first run of this question: none of its items are marked as new. */
  readonly isBaseline: boolean
  /** Purchase time of the oldest earlier page that it took; null if it took none, and in lists. */
  readonly reusedSince: Date | null
  readonly startedAt: Date
  readonly endedAt: Date | null
}

export interface BoughtPage {
  readonly pageNumber: number
  readonly items: readonly ItemView[]
  readonly chargeNano: Nano | null
  readonly latencyMs: number
  readonly waitedMs: number
  /** Purchase time, if it was taken from pages bought earlier and so cost nothing. */
  readonly boughtAt?: Date
}

/**
 * The answer of the next-page action: the page, or why there is none, and in both cases how to continue, if possible.
 */
export type PageAnswer = {
  readonly runId: string
  readonly totals: RunTotals
  /** Sealed; sent back for the next page or for another try. Null when the run has ended. */
  readonly continuation: string | null
  readonly endReason: EndReason | null
} & (
  | {
      readonly page: BoughtPage
      /** Ids of its items that the team has hidden. */
      readonly hidden: readonly string[]
      readonly problem: null
    }
  | {
      readonly page: null
      readonly problem: Pick<PageProblem, 'kind' | 'charged' | 'message'> & { upstreamWords: string | null }
    }
)

/** Time for which an ended run's position is kept, if a person can continue from there. */
export const POSITION_LIFETIME_MS = 3_600_000

/** The rights of a member on a run that they may see. */
export interface RunRights {
  /** For the member who started it, and for admins. */
  readonly deleteItems: boolean
  /** For a shared run, everyone who may run searches, because it spends the team's credits. */
  readonly cancel: boolean
  /** For its member alone, because it buys in their name. True while its position, or one of a batch, may be kept. */
  readonly goOn: boolean
}

/** Returns what somebody may do to a run, for the verbs and for the pages. */
export function runRights(
  actor: Actor,
  { memberId, shared, manner, pages, reusedPages, endReason, endedAt }: RightsRow,
  now: Date,
): RunRights {
  const own = canChange(actor, memberId)
  const mayFollow =
    (manner === 'batch' && endReason === 'subjects_ended') ||
    CONTINUABLE_ENDS.some((each) => each === endReason)
  // One that has bought nothing is simply run again.
  const hasBegun = pages + reusedPages > 0
  const isKept =
    mayFollow && hasBegun && endedAt !== null && now.getTime() - endedAt.getTime() < POSITION_LIFETIME_MS
  return {
    deleteItems: own,
    cancel: own || (shared && hasRole(actor.role, 'member')),
    goOn: isKept && memberId === actor.memberId && hasRole(actor.role, 'member'),
  }
}

/** The facts of a run that decide what a member may do to it; the pages of a batch are those of its runs. */
interface RightsRow {
  readonly memberId: string
  readonly shared: boolean
  readonly manner: string
  readonly pages: number
  readonly reusedPages: number
  readonly endReason: string | null
  readonly endedAt: Date | null
}
