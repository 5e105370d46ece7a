import { AppError, type Clock, type Priority, type Secret } from '@/lib/kernel'
import type { StoredKey } from '@/lib/keys/keys'
import type { Attribution } from '@/lib/money/ledger'
import type { Tx } from '@/lib/platform/db'
import type {
  Answer,
  ListForm,
  Page,
  PageOutline,
  PageRequest,
  Provider,
  UpstreamSendOptions,
} from '@/lib/upstream/client'
import type { PageProblem } from '../core/page-problem'

/** The right to a run's next page, given once. */
export interface PageClaim {
  /** Runs in the transaction that opens the first attempt; throws to refuse the order. */
  claim(tx: Tx): Promise<void>
  /** Takes the claim back, in the transaction that ends an order that was certainly not charged. */
  giveBack(tx: Tx): Promise<void>
}

/** The source of a page, by a provider; the page is whole unless said otherwise. */
export interface PageSource<Got extends PageOutline = Page> {
  readonly provider: Provider
  /** Name of the service. */
  readonly name: string
  /** Identity of the service: only its own keys are sent to it. */
  readonly id: string
  /** True for a source that is only being tried, so that nothing is learnt of how it takes counts. */
  readonly isTrial?: boolean
  fetchPage(key: Secret, request: PageRequest, options?: UpstreamSendOptions): Promise<Answer<Got>>
}

/** The source of a call that asks for no page of a list: a look-up, or a further path. */
export interface CallSource<Got extends PageOutline>
  extends Pick<PageSource<Got>, 'provider' | 'name' | 'id' | 'isTrial'> {
  send(key: Secret, options?: UpstreamSendOptions): Promise<Answer<Got>>
}

/** Facts that are known of such a call in advance. */
export interface CallWithoutPage {
  /** Maximum number of items that may be charged. */
  readonly maxItems: number
  /** Maximum number of items that count on the ledger: the look-up for a run has none of its own. */
  readonly heldItems: number
  /** Its own limit, if the service counts per path; null: the key's. */
  readonly rate: ListForm['rate']
}

interface OrderOf extends PageClaim {
  readonly key: StoredKey
  readonly attribution: Attribution
  /** Number of the page in its run, from 1; 0 for the look-up of a user. */
  readonly pageNumber: number
  /** A service at the gateway, a waiting person for the page, a run in the background, or a schedule. */
  readonly priority: Priority
  /** Lane of its key in which it waits; that of its run or caller by default. */
  readonly lane?: string | undefined
  /** Gives the order up while it waits, when nothing is charged. A sent call is awaited. */
  readonly signal?: AbortSignal | undefined
  /** Called if its end is written later than a person waits. Without it, that is an error. */
  readonly onLate?: LateCallback | undefined
  /** True if a budget's refusal is not final, because other runs hold parts of it until their pages arrive. */
  readonly isHeldByOthers?: boolean | undefined
}

/** A page of a list to buy, by the team's provider. */
export interface ListOrder<Got extends PageOutline = Page> extends OrderOf {
  readonly upstream: PageSource<Got>
  readonly request: PageRequest
  readonly other?: undefined
}

/** Another call to buy. */
interface OtherOrder<Got extends PageOutline> extends OrderOf {
  readonly upstream: CallSource<Got>
  readonly request?: undefined
  readonly other: CallWithoutPage
}

/** One call to buy, for whom and how urgently. */
export type PageOrder<Got extends PageOutline = Page> = ListOrder<Got> | OtherOrder<Got>

/** A received page; the caller settles its attempt. Times in milliseconds. */
export interface DeliveredPage<Got extends PageOutline = Page> {
  readonly attemptId: string
  readonly page: Got
  /** When the service answered: by its own clock if it states the time, because its days end by that clock. */
  readonly servedAt: Date
  readonly httpStatus: number
  readonly latencyMs: number
  readonly waitedMs: number
}

export type PurchaseResult<Got extends PageOutline = Page> =
  | { readonly delivered: DeliveredPage<Got>; readonly problem: null }
  | { readonly delivered: null; readonly problem: PageProblem }

/** Time that a person waits for a page that has arrived and cannot be written. */
const PERSON_MS = 15_000

/** Messages for a waiting person. */
export const NOTHING_BOUGHT_MESSAGE =
  'Purser cannot write its database at present, so nothing was bought. Try again when an admin has looked at the disk or the database server.'
export const BOOKED_LATER_MESSAGE =
  'The page has arrived, but the database cannot be written at present. Purser keeps the page and stores it as soon as it can: reload this page later, and do not start the run again.'
export const ENDED_LATER_MESSAGE =
  'The call brought no page, and the database cannot be written at present. Purser notes it as soon as it can: reload this page later.'

/** Called when something takes longer than a person waits, while the work continues. */
export type LateCallback = (news: AppError) => void

/**
 * Waits for work on behalf of a person. After a while, the message that it takes longer goes to `onLate` or, without
 * it, is thrown.
 */
export async function awaitOrReportLate<T>(
  work: Promise<T>,
  clock: Clock,
  message: string,
  onLate?: LateCallback,
): Promise<T> {
  const done = new AbortController()
  const later = clock.sleep(PERSON_MS, done.signal).then(() => {
    const delayError = new AppError('unavailable', message)
    if (!onLate) throw delayError
    onLate(delayError)
    return work
  })
  // The person has already been told.
  work.catch(() => undefined)
  later.catch(() => undefined)
  try {
    return await Promise.race([work, later])
  } finally {
    done.abort()
  }
}
