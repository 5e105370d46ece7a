import type { Nano, Operation, Secret } from '@/lib/kernel'
import type { ReportedRate } from '@/lib/upstream/pacing'
import type { Headers, UpstreamSendOptions } from './http'
import type { JsonValue } from './json'
import type { Provider } from './provider'

export interface PageRequest {
  readonly operation: Operation
  /** A user or, for a search, the words to search for. */
  readonly subject: string
  /** The order of a search; `Latest` by default. */
  readonly product?: 'Latest' | 'Top'
  /** A hint (section "Pagination rules"); the operation's maximum by default. */
  readonly count?: number
  /** The next_cursor of the previous page, unchanged. */
  readonly cursor?: string
  /** Numeric id of the subject, if the list expects one and a handle was typed. */
  readonly userId?: string
}

/** A post or user of a page. Everything in it is untrusted text. */
export interface Item {
  /** The upstream's id to the last digit; without one, an id derived from the item's content. */
  readonly id: string
  readonly text: string
  readonly author: Author
  /** ISO 8601, UTC. */
  readonly createdAt: string | null
  /** An http or https address, or null. */
  readonly link: string | null
  /** The item as the upstream sent it; numbers that floating point would round are text. */
  readonly raw: JsonValue
}

export interface Author {
  readonly id: string | null
  readonly handle: string | null
  readonly name: string | null
}

/** The data that booking a page needs, and the way to the next page. */
export interface PageOutline {
  /** Ids of its items, in their order. */
  readonly ids: readonly string[]
  /** Time of the last item that has one: ISO 8601, UTC. */
  readonly lastCreatedAt: string | null
  /** True if it has items but the provider finds no id or words in any of them. */
  readonly isUnread: boolean
  /** Null on the last page, and if the value is not a cursor. */
  readonly nextCursor: string | null
  /** True if there is a next_cursor that cannot be used because its type or length is not that of a cursor. */
  readonly hasUnusableCursor: boolean
  /** True if the list seems to continue but its next page was not found where the provider says that it is. */
  readonly isNextLost: boolean
  /** Charge that the answer states, in nano-credits; null if the provider names no header or field for it. */
  readonly reportedChargeNano: Nano | null
}

/** One list response (section "Page"), read in this thread or in another. */
export interface Page extends PageOutline {
  items(): Promise<readonly Item[]>
  /** Returns the items as they are stored: see `packJson`. */
  packed(): Promise<Uint8Array<ArrayBuffer>>
}

/** The content of a body that holds a page. */
export interface PageContent extends PageOutline {
  readonly items: readonly Item[]
}

/** A page with its items packed, as it arrives from another thread. */
export interface PackedPage extends PageOutline {
  readonly packed: Uint8Array<ArrayBuffer>
}

/** The key info object (section "Key info object"). */
export interface KeyInfo {
  /** Null if the service does not repeat the beginning of the key. */
  readonly keyPrefix: string | null
  /** In nano-units of the balance: of a credit, or of a currency. May be negative. */
  readonly balanceNano: Nano
  /** The part of it that may expire: the fields after the first. Null if the service reports one amount. */
  readonly expiringNano: Nano | null
  /** Null if the service does not report it. */
  readonly requestsPerSecond: number | null
}

export type ProblemKind =
  | 'rate_limited' // 429
  | 'key_refused' // 401 of the account, or 403 in the API's own form
  | 'not_allowed' // 401 or 403 of anything else: it may not be about the key
  | 'wallet_empty' // 402
  | 'not_found' // 404
  | 'bad_request' // any other 4xx, or a 200 that says it failed
  | 'cursor_refused' // the same for a later page
  | 'upstream_down' // 5xx
  | 'not_understood' // a redirect, or an answer that does not fit the provider
  | 'out_of_reach' // no answer, or only part of it
  | 'cancelled' // by the caller

/** The reason why a call failed. Holds no part of the key beyond its prefix. */
export interface Problem {
  readonly kind: ProblemKind
  /** `no`: certainly nothing was charged. `unknown`: the upstream may have charged for items that never arrived. */
  readonly charged: 'no' | 'unknown'
  /** Says what happened and what a person can do. */
  readonly message: string
  /** The upstream's own words as plain text, at most 300 characters. */
  readonly upstreamWords?: string
  /** Pause to take after `rate_limited`, in milliseconds; null if the answer does not say. */
  readonly retryAfterMs?: number | null
}

/** The value that was read, or the reason why none was. */
export type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem }

/**
 * The outcome of one call. `httpStatus` is null if none arrived; latency is measured from sending to the whole body,
 * in milliseconds.
 */
export type Answer<T> =
  | {
      readonly ok: true
      readonly value: T
      readonly httpStatus: number
      readonly latencyMs: number
      /** When the service answered by its own clock, to the second, if it says so. */
      readonly servedAt?: Date
      readonly rate?: ReportedRate
    }
  | {
      readonly ok: false
      readonly problem: Problem
      readonly httpStatus: number | null
      readonly latencyMs: number
      readonly rate?: ReportedRate
    }

/** An unchanged answer, for finding out what it holds. Everything in it is untrusted; a repeated key is removed. */
export interface RawAnswer {
  readonly httpStatus: number
  readonly headers: Headers
  readonly text: string
  /** The text as JSON; undefined if it is not JSON. */
  readonly body: JsonValue | undefined
}

/** A call's outcome by the provider, with the unchanged answer; null if none arrived whole. */
export interface InspectedAnswer<T> {
  readonly answer: Answer<T>
  readonly seen: RawAnswer | null
}

/** A request for a page that is passed on as its caller wrote it, with what the provider reads from it. */
export interface RelayedRequest {
  readonly operation: Operation
  /** Path and query, unchanged. */
  readonly path: string
  readonly count?: number
  /** The next_cursor of the previous page. */
  readonly cursor?: string
}

/** A request for a further path that is passed on as its caller wrote it. */
export interface FurtherRequest {
  /** Path and query, unchanged. */
  readonly path: string
  /**
   * Field of the answer that holds its items, or the fields of which one is the id of its only item. If both are null,
   * the answer counts as one item.
   */
  readonly items: string | null
  readonly id: readonly string[] | null
}

/** An answer to pass on: unchanged, unless it held the key that it was asked with. */
export interface RelayedAnswer {
  readonly httpStatus: number
  readonly headers: Headers
  readonly body: Uint8Array
  readonly heldKey: boolean
}

/** A passed-on call's outcome by the provider, and the answer itself; null if none arrived whole and readable. */
export interface RelayOutcome {
  readonly answer: Answer<PageOutline>
  readonly received: RelayedAnswer | null
}

/** The result of a look-up. */
export interface UserInfo {
  readonly id: string
  /** Cost that the answer states; null if it states none. */
  readonly reportedChargeNano: bigint | null
}

/** The upstream, as Purser uses it. One call is one request, never repeated here. No method throws. */
export interface Upstream {
  readonly baseUrl: string
  readonly provider: Provider
  /** Checks a key and reads its wallet's balance, if the provider has an account. Costs nothing. */
  readKeyInfo(key: Secret, options?: UpstreamSendOptions): Promise<Answer<KeyInfo>>
  /** Buys one page. */
  fetchPage(key: Secret, request: PageRequest, options?: UpstreamSendOptions): Promise<Answer<Page>>
  /** Buys one page whose items are only stored: a `PageReader` that has time reads and packs them. */
  fetchPageToStore(key: Secret, request: PageRequest, options?: UpstreamSendOptions): Promise<Answer<Page>>
  /** Asks for the numeric id of a handle, if the provider has a look-up. It may cost what the provider says. */
  lookUpUser(key: Secret, handle: string, options?: UpstreamSendOptions): Promise<Answer<UserInfo>>
  /** Buys one page for somebody who gets the upstream's own answer. */
  relayPage(key: Secret, request: RelayedRequest, options?: UpstreamSendOptions): Promise<RelayOutcome>
  /** Buys an answer of a path beside the lists, for somebody who gets the upstream's own answer. */
  relayFurther(key: Secret, request: FurtherRequest, options?: UpstreamSendOptions): Promise<RelayOutcome>
  /** Do what the first two methods do, and also return the unchanged answer. */
  inspectKeyInfo(key: Secret, options?: UpstreamSendOptions): Promise<InspectedAnswer<KeyInfo>>
  inspectPage(
    key: Secret,
    request: PageRequest,
    options?: UpstreamSendOptions,
  ): Promise<InspectedAnswer<Page>>
  /** Waits for the calls under way, then closes the connections. */
  close(): Promise<void>
}
