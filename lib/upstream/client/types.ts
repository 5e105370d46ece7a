import type { Nano, Operation, Secret } from '@/lib/kernel'
import type { RateTold } from '@/lib/upstream/pacing'
import type { Headers, Sending } from './http'
import type { JsonValue } from './json'
import type { Provider } from './provider'

export interface PageRequest {
  readonly operation: Operation
  /** A user, or for a search the words to search for. */
  readonly subject: string
  /** The order of a search; `Latest` by default. */
  readonly product?: 'Latest' | 'Top'
  /** A hint (section "Pagination rules"); by default the operation's maximum. */
  readonly count?: number
  /** The next_cursor of the page before, unchanged. */
  readonly cursor?: string
  /** The numeric id of the subject, where the list wants one and a handle was typed. */
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

/** What booking a page needs, and the way to the next one. */
export interface PageOutline {
  /** The ids of its items, in their order. */
  readonly ids: readonly string[]
  /** The time of the last item that has one: ISO 8601, UTC. */
  readonly lastCreatedAt: string | null
  /** It has items, but the provider finds no id or words in any of them. */
  readonly isUnread: boolean
  /** Null on the last page, and if the value is not a cursor. */
  readonly nextCursor: string | null
  /** There is a next_cursor, but its type or length is not that of a cursor: it cannot be used. */
  readonly hasUnusableCursor: boolean
  /** The list goes on, as far as can be told, but its next page was not found where the provider says that it is. */
  readonly isNextLost: boolean
  /** What the answer says it cost, in nano-credits; null if the provider names no such header or field. */
  readonly reportedChargeNano: Nano | null
}

/** One list response (section "Page"), whether it was read in this thread or in another. */
export interface Page extends PageOutline {
  items(): Promise<readonly Item[]>
  /** The items as they are stored: see `packJson`. */
  packed(): Promise<Uint8Array<ArrayBuffer>>
}

/** What was read in a body that holds a page. */
export interface PageContent extends PageOutline {
  readonly items: readonly Item[]
}

/** The same with its items packed, as it comes from another thread. */
export interface PackedPage extends PageOutline {
  readonly packed: Uint8Array<ArrayBuffer>
}

/** The key info object (section "Key info object"). */
export interface KeyInfo {
  /** Null where the service does not repeat the beginning of the key. */
  readonly keyPrefix: string | null
  /** In nano-units of the balance: of a credit, or of a currency. May be negative. */
  readonly balanceNano: Nano
  /** Null where the service does not tell it. */
  readonly requestsPerSecond: number | null
}

export type ProblemKind =
  | 'rate_limited' // 429
  | 'key_refused' // 401 of the account, or 403 in the API's own form
  | 'not_allowed' // 401 or 403 of anything else: it need not be about the key
  | 'wallet_empty' // 402
  | 'not_found' // 404
  | 'bad_request' // any other 4xx, or a 200 that says it failed
  | 'cursor_refused' // the same for a page after the first
  | 'upstream_down' // 5xx
  | 'not_understood' // a redirect, or an answer that the provider does not fit
  | 'out_of_reach' // no answer, or only part of it
  | 'cancelled' // by the caller

/** Why a call failed. Holds no part of the key past its prefix. */
export interface Problem {
  readonly kind: ProblemKind
  /** `no`: certainly nothing was charged; `unknown`: the upstream may have charged for items that never arrived. */
  readonly charged: 'no' | 'unknown'
  /** What happened and what a person can do. */
  readonly message: string
  /** The upstream's own words as plain text, 300 characters at most. */
  readonly upstreamWords?: string
  /** With `rate_limited` only: how long to pause, in milliseconds; null if the answer does not say. */
  readonly retryAfterMs?: number | null
}

/** What was read, or why nothing was. */
export type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem }

/**
 * The outcome of one call. `httpStatus` is null if none arrived; latency is from send to whole body, in milliseconds.
 */
export type Answer<T> =
  | {
      readonly ok: true
      readonly value: T
      readonly httpStatus: number
      readonly latencyMs: number
      /** When the service answered by its own clock, to the second, where it says so. */
      readonly servedAt?: Date
      readonly rate?: RateTold
    }
  | {
      readonly ok: false
      readonly problem: Problem
      readonly httpStatus: number | null
      readonly latencyMs: number
      readonly rate?: RateTold
    }

/** An unchanged answer, to find out what it holds. Everything in it is untrusted; a repeated key is removed. */
export interface RawAnswer {
  readonly httpStatus: number
  readonly headers: Headers
  readonly text: string
  /** The text as JSON; undefined if it is not JSON. */
  readonly body: JsonValue | undefined
}

/** A call's outcome by the provider, with the unchanged answer; null if none came whole. */
export interface Inspected<T> {
  readonly answer: Answer<T>
  readonly seen: RawAnswer | null
}

/** A request for a page that is passed on as a caller wrote it, and what was read of it by the provider. */
export interface RelayedRequest {
  readonly operation: Operation
  /** Path and query, unchanged. */
  readonly path: string
  readonly count?: number
  /** The next_cursor of the page before. */
  readonly cursor?: string
}

/** A request for a further path that is passed on as a caller wrote it. */
export interface FurtherRequest {
  /** Path and query, unchanged. */
  readonly path: string
  /** The field of the answer that holds its items, or the fields of which one is the id of its only item; nulls: it counts as one. */
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

/** A passed-on call's outcome by the provider, and the answer itself; null if none came whole that can be read. */
export interface Relayed {
  readonly answer: Answer<PageOutline>
  readonly received: RelayedAnswer | null
}

/** What a look-up tells of a user. */
export interface UserInfo {
  readonly id: string
  /** What the answer says that it cost; null where it says nothing. */
  readonly reportedChargeNano: bigint | null
}

/** The upstream, as Purser uses it. One call is one request, never repeated here; no method throws. */
export interface Upstream {
  readonly baseUrl: string
  readonly provider: Provider
  /** Checks a key and reads its wallet's balance, where the provider has an account. Costs nothing. */
  readKeyInfo(key: Secret, options?: Sending): Promise<Answer<KeyInfo>>
  /** Buys one page. */
  fetchPage(key: Secret, request: PageRequest, options?: Sending): Promise<Answer<Page>>
  /** The same for a page whose items are only stored: a `PageReader` that has time reads and packs them. */
  fetchPageToStore(key: Secret, request: PageRequest, options?: Sending): Promise<Answer<Page>>
  /** Asks for the numeric id of a handle, where the provider has a look-up; it may cost what the provider says. */
  lookUpUser(key: Secret, handle: string, options?: Sending): Promise<Answer<UserInfo>>
  /** Buys one page for somebody who gets the upstream's own answer. */
  relayPage(key: Secret, request: RelayedRequest, options?: Sending): Promise<Relayed>
  /** The same for a path beside the lists. */
  relayFurther(key: Secret, request: FurtherRequest, options?: Sending): Promise<Relayed>
  /** The first two calls, each with the unchanged answer. */
  inspectKeyInfo(key: Secret, options?: Sending): Promise<Inspected<KeyInfo>>
  inspectPage(key: Secret, request: PageRequest, options?: Sending): Promise<Inspected<Page>>
  /** Waits for the calls under way, then closes the connections. */
  close(): Promise<void>
}
