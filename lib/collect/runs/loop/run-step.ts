import type { Operation, Priority } from '@/lib/kernel'
import type { StoredKey } from '@/lib/keys/keys'
import { listFormOf, type PageRequest, type Provider } from '@/lib/upstream/client'
import type { TeamUpstream } from '@/lib/upstream/providers'
import type { Continuation } from '../core/continuation'
import type { PageProblem } from '../core/page-problem'
import type { BoughtPage, EndReason, RunTotals } from '../core/schemas'
import type { RunRow } from '../core/store'
import type { LateCallback, PageClaim } from '../purchase/page-order'
import type { KnownRunFacts, PageAllowance } from './run-cap'

/** A run at a page, with what it needs to continue. */
export interface RunState extends KnownRunFacts {
  readonly run: RunRow
  readonly key: StoredKey
  readonly upstream: TeamUpstream
}

/** Options for buying a page; by default for a waiting person, and without giving up. */
export interface AdvanceOptions {
  readonly priority?: Priority
  /** Gives up while waiting for the slot, when nothing is charged. A sent call is awaited. */
  readonly signal?: AbortSignal
  /** Called if the page is written later than a person waits. Without it, that is an error. */
  readonly onLate?: LateCallback
  /** True if a budget's refusal is not final, because other runs hold parts of it until their pages arrive. */
  readonly isHeldByOthers?: boolean | undefined
}

/** The run's state after one more page, or without it. `next` continues it; null if the run has ended. */
export type StepResult = {
  readonly run: RunRow
  readonly totals: RunTotals
  readonly next: Continuation | null
  readonly endReason: EndReason | null
  /** Position from which a run that has ended can continue; null if its list has no more. */
  readonly stoppedAt: Continuation | null
} & (
  | { readonly page: BoughtPage; readonly problem: null }
  | { readonly page: null; readonly problem: PageProblem }
)

/** Returns how a run continues at a position, or from where it can, if it has ended. */
export const stepTo = (
  at: Continuation | null,
  endReason: EndReason | null,
): Pick<StepResult, 'next' | 'stoppedAt'> =>
  endReason ? { next: null, stoppedAt: at } : { next: at, stoppedAt: null }

/** One page for a run, bought or taken. */
export interface RunStep extends RunState {
  readonly operation: Operation
  /** The upstream's list that it comes from. */
  readonly listId: string
  /** The request as sent and remembered, without the id that a look-up returned. */
  readonly request: PageRequest
  readonly userId: string | undefined
  readonly allowance: Extract<PageAllowance, { problem: null }>
  readonly at: Continuation
  readonly claim: PageClaim
}

/** Returns whether a page of this many items leaves no room for another. */
export const isFullAfter = ({ leftItems, minLeft }: RunStep['allowance'], items: number): boolean =>
  leftItems !== null && leftItems - items < minLeft

/**
 * Returns whether a search is for the top but the service offers no order, so that it would run as one for the latest.
 */
export const lacksTopOrder = (provider: Provider, operation: Operation, product: string | null): boolean =>
  product === 'Top' && listFormOf(provider, operation).product === null

export const missingTopOrderMessage = ({ name }: Provider): string =>
  `This search is ordered by Top, which ${name} does not offer. Save it with Latest instead.`
