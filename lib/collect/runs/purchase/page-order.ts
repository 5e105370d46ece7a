import type { Priority, Secret, Tariff } from '@/lib/kernel'
import type { StoredKey } from '@/lib/keys/keys'
import type { Attribution } from '@/lib/money/ledger'
import type { Tx } from '@/lib/platform/db'
import type { Answer, Page, PageOutline, PageRequest, Provider, Sending } from '@/lib/upstream/client'
import type { PageProblem } from '../core/page-problem'
import type { OnLate } from './or-later'

/** The right to a run's next page, given once. */
export interface Claim {
  /** Runs in the transaction that opens the first attempt; throws to refuse the order. */
  claim(tx: Tx): Promise<void>
  /** Takes the claim back, in the transaction that ends a certainly uncharged order. */
  giveBack(tx: Tx): Promise<void>
}

/** Where a page comes from, by a provider; as a whole page unless said otherwise. */
export interface PageSource<Got extends PageOutline = Page> {
  readonly provider: Provider
  /** The service's name. */
  readonly name: string
  /** Which service it is: only its own keys are sent to it. */
  readonly id: string
  /** A place that is only being tried: nothing is learnt of how it takes counts. */
  readonly isTrial?: boolean
  fetchPage(key: Secret, request: PageRequest, options?: Sending): Promise<Answer<Got>>
}

/** One page to buy, for whom and how urgently. */
export interface PageOrder<Got extends PageOutline = Page> extends Claim {
  /** By the team's provider. */
  readonly upstream: PageSource<Got>
  readonly key: StoredKey
  readonly request: PageRequest
  readonly attribution: Attribution
  /** Of its run, from 1; 0 for the look-up of a user. */
  readonly pageNumber: number
  /** A service at the gateway, a person who waits for the page, a run in the background, or a schedule. */
  readonly priority: Priority
  /** What it costs where it is the look-up of a user, and no page; null where that is not known. */
  readonly lookUp?: { readonly tariff: Tariff | null }
  /** Gives the order up while it waits: then nothing was charged. A sent call is waited for. */
  readonly signal?: AbortSignal | undefined
  /** Is told where its end is written later than a person waits; without it, that is an error. */
  readonly onLate?: OnLate | undefined
}

/** A received page; the caller settles its attempt. Times in milliseconds. */
export interface Delivered<Got extends PageOutline = Page> {
  readonly attemptId: string
  readonly page: Got
  /** When the answer had arrived. */
  readonly answeredAt: Date
  readonly httpStatus: number
  readonly latencyMs: number
  readonly waitedMs: number
}

export type Bought<Got extends PageOutline = Page> =
  | { readonly delivered: Delivered<Got>; readonly problem: null }
  | { readonly delivered: null; readonly problem: PageProblem }
