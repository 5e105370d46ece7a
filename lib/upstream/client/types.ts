import type { Micro, Secret } from '@/lib/kernel'
import type { Contract } from './contract'
import type { Headers, Sending } from './http'
import type { JsonValue } from './json'

/** What can be read page by page. */
export type Operation = 'timeline' | 'search' | 'followers'

export interface PageRequest {
  readonly operation: Operation
  /** A user, or for a search the words to search for. */
  readonly subject: string
  /** The order of a search; `Latest` unless given. */
  readonly product?: 'Latest' | 'Top'
  /** A hint (section "Pagination rules"); the operation's maximum unless given. */
  readonly count?: number
  /** The next_cursor of the page before, unchanged. */
  readonly cursor?: string
}

/** A post or user of a page. Everything in it is untrusted text. */
export interface Item {
  /** The upstream's id to the last digit; where it gives none, one made of the item's content. */
  readonly id: string
  readonly text: string
  readonly author: Author
  /** ISO 8601, UTC. */
  readonly createdAt: string | null
  /** An http or https address, or null. */
  readonly link: string | null
  /** The item as it came; numbers that floating point would round are text. */
  readonly raw: JsonValue
}

export interface Author {
  readonly id: string | null
  readonly handle: string | null
  readonly name: string | null
}

/** What a page is booked by, and what leads on from it. */
export interface PageOutline {
  /** Of its items, in their order. */
  readonly ids: readonly string[]
  /** Of the last item that has a time: ISO 8601, UTC. */
  readonly lastCreatedAt: string | null
  /** Null on the last page, and where what came is no cursor. */
  readonly nextCursor: string | null
  /** There is a next_cursor, but of another type or length than a cursor has: nothing can be asked with it. */
  readonly hasUnusableCursor: boolean
  /** What the answer says it cost, in micro-credits; null where the contract names no such header or field. */
  readonly reportedChargeMicro: Micro | null
}

/** One list response (section "Page"). */
export interface Page extends PageOutline {
  readonly items: readonly Item[]
}

/** A page whose items were packed where it was read: see `packJson`. */
export interface PageDigest extends PageOutline {
  readonly packed: Uint8Array<ArrayBuffer>
}

/** The key info object (section "Key info object"). */
export interface KeyInfo {
  readonly keyPrefix: string
  readonly balanceMicro: Micro
  readonly requestsPerSecond: number
}

export type ProblemKind =
  | 'rate_limited' // 429
  | 'key_refused' // 401, 403
  | 'wallet_empty' // 402
  | 'not_found' // 404
  | 'bad_request' // any other 4xx, or a 200 that says it failed
  | 'upstream_down' // 5xx
  | 'not_understood' // a redirect, or an answer that the contract does not fit
  | 'out_of_reach' // no answer, or not the whole of it
  | 'cancelled' // by the caller

/** Why a call brought nothing. Holds no part of the key past its prefix. */
export interface Problem {
  readonly kind: ProblemKind
  /** `no`: certainly nothing was charged; `unknown`: the upstream may have charged for items that never arrived. */
  readonly charged: 'no' | 'unknown'
  /** What happened and what a person can do. */
  readonly message: string
  /** The upstream's own words as plain text, 300 characters at most. */
  readonly upstreamWords?: string
  /** With `rate_limited` only: how long to stay silent, in milliseconds; null where the answer does not say. */
  readonly retryAfterMs?: number | null
}

/** What was read, or why nothing was. */
export type ReadResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem }

/** The outcome of one call. `httpStatus` is null where none arrived; latency is from send to whole body, in milliseconds. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T; readonly httpStatus: number; readonly latencyMs: number }
  | {
      readonly ok: false
      readonly problem: Problem
      readonly httpStatus: number | null
      readonly latencyMs: number
    }

/** An answer as it came, for telling what it holds. Everything in it is untrusted; the key, if repeated, is taken out. */
export interface RawAnswer {
  readonly httpStatus: number
  readonly headers: Headers
  readonly text: string
  /** The text as JSON; undefined where it is none. */
  readonly body: JsonValue | undefined
}

/** A call's outcome by the contract, with the answer as it came; null where none came whole. */
export interface Inspected<T> {
  readonly answer: Answer<T>
  readonly seen: RawAnswer | null
}

/** The upstream, as Purser uses it. One call is one request, never repeated here; no method ever throws. */
export interface Upstream {
  readonly baseUrl: string
  readonly contract: Contract
  /** GET /v1/me: checks a key and reads its wallet's balance. Costs nothing. */
  readKeyInfo(key: Secret, manner?: Sending): Promise<Answer<KeyInfo>>
  /** Buys one page. */
  fetchPage(key: Secret, request: PageRequest, manner?: Sending): Promise<Answer<Page>>
  /** The same for one whom the items do not interest: as a digest where there is a `PageReader` that has time for it. */
  fetchDigest(key: Secret, request: PageRequest, manner?: Sending): Promise<Answer<Page | PageDigest>>
  /** The first two calls, each with its answer as it came. */
  inspectKeyInfo(key: Secret, manner?: Sending): Promise<Inspected<KeyInfo>>
  inspectPage(key: Secret, request: PageRequest, manner?: Sending): Promise<Inspected<Page>>
  /** Waits for the calls under way, then closes the connections. */
  close(): Promise<void>
}
