import { LosslessNumber } from 'lossless-json'
import { type Nano, nanoToText } from '@/lib/kernel'
import type { Product, Tweet, User } from '../catalogue'
import type { SandboxOperation } from '../operations'

/** Number of calls that may pass in any window of `perMs` milliseconds. */
export interface WindowRate {
  readonly calls: number
  readonly perMs: number
}

/** The price of a page of a list. */
export interface ListPrice {
  /** Price of each item of a page with at least `from` items; the row with the largest `from` counts. */
  readonly bySize: readonly { readonly from: number; readonly each: Nano }[]
  /** Price of each call, whatever it brings. */
  readonly call: Nano
  /** Minimum charge of a call, including an empty page. */
  readonly min: Nano
}

/** The prices of a service, in nano-units of its own unit. */
export interface ServicePrices {
  readonly unit: 'credits' | 'USD'
  readonly lists: Readonly<Record<SandboxOperation, ListPrice>>
  /** Price of each user that is found. */
  readonly perLookUp: Nano
  /** True if an item is charged once a UTC day. */
  readonly isOnceADay: boolean
}

/** Returns the price of a list whose items cost the same, whatever the page. */
export const flatItemPrice = (nano: Nano): ListPrice => ({
  bySize: [{ from: 0, each: nano }],
  call: 0n,
  min: 0n,
})

/** The form of a new key: its beginning, and its pieces. */
export interface KeyShape {
  readonly start: string
  /** Pieces that are drawn with equal chance until the key has its length. */
  readonly pieces: readonly string[]
  readonly length: number
  /** Number of leading characters that name a key to the operator. */
  readonly named: number
  /** In lower case. */
  readonly header: string
  /** Word before the key in the header; empty for none. */
  readonly scheme: '' | 'Bearer'
}

/** The way in which a user is named. */
export type UserKind = 'handle' | 'id' | 'either'

/** A path of the service, and how its calls are counted. */
interface EndpointShape {
  /** Path in which `{user}` stands for one step. */
  readonly path: string
  /** Place of the user: in the path, or in parameters of which one must be given. */
  readonly user?: { readonly path: UserKind } | { readonly query: Readonly<Record<string, UserKind>> }
  /** A rate of its own, counted separately; without it the calls count for the service's rate. */
  readonly rate?: WindowRate
  /** Parameters that are accepted but change no page, for a service that refuses unknown ones. */
  readonly alsoTakes?: readonly string[]
}

export interface LookUpShape extends EndpointShape {
  body(user: User, isProtected: boolean): object
}

/** Look-up of users or posts by what names them. */
export interface FinderShape extends EndpointShape {
  readonly finds: 'users' | 'posts'
  /** Maximum number that may be named in one request, separated by commas. */
  readonly max: number
  readonly price: ListPrice
  /** Writes the body. Null refuses the request as one for an unknown user. */
  body(found: FinderFacts): object | null
}

/** The findings for a request, as the service writes them. */
export interface FinderFacts {
  readonly items: readonly object[]
  /** Values that name nothing, and the parameter or step that they came from. */
  readonly missing: readonly string[]
  readonly by: string
}

/** The facts that an account may report. */
export interface AccountFacts {
  readonly balanceNano: Nano
  readonly chargedNano: Nano
  readonly requests: number
  readonly items: number
}

export interface ReportShape extends EndpointShape {
  body(facts: AccountFacts): object
  /** True if the operator can make the service refuse it. */
  readonly tellsBalance?: boolean
  /** Dotted paths of fields that a fault may give another type. */
  readonly fields: readonly string[]
}

/** A page as it was charged. */
export interface PageFacts {
  readonly items: readonly (Tweet | User)[]
  /** The requested user or words. */
  readonly subject: string
  readonly parameters: URLSearchParams
}

/** The size of a page: always the same, or stated by a parameter. */
export type SizeShape =
  | { readonly fixed: number }
  | {
      readonly name: string
      readonly min: number
      readonly max: number
      readonly usual: number
      /** Treatment of other values: refused, or brought within the limits. */
      readonly others: 'refused' | 'limited'
    }

export interface CursorShape {
  /** Parameters in which it may be sent. */
  readonly send: readonly string[]
  /** Its dotted path in an answer. */
  readonly read: string
  /** Field that says whether there are more items. */
  readonly more?: string
  /** Its replacement on the last page: nothing at all, a value, or a cursor that leads to an empty page. */
  readonly atEnd: 'absent' | 'kept' | '' | null
  /** Its replacement on a last page without items; as `atEnd` by default. */
  readonly ofNothing?: '' | null
}

export interface ListShape extends EndpointShape {
  readonly size: SizeShape
  readonly cursor: CursorShape
  /** Dotted path of the items. */
  readonly items: string
  /** True if a page without items has no array either. */
  readonly leavesOutNothing?: boolean
  /** Returns the other content of the body. */
  beside?(page: PageFacts): object
  /** Search: the parameter with the words, and the one with the order and its values. */
  readonly query?: string
  readonly order?: { readonly name: string; readonly values: Readonly<Record<Product, string>> }
}

/** The reason why a service refuses a request. */
export type RefusalKind =
  | 'noKey'
  | 'badKey'
  | 'tooMany'
  | 'emptyWallet'
  | 'unknownUser'
  | 'protectedUser'
  | 'suspendedUser'
  | 'badId'
  | 'badParameter'
  | 'badCursor'
  | 'unknownPath'
  | 'otherMethod'
  | 'balanceHidden'
  | 'broken'

/** The facts of a refusal that a service may state. */
export interface RefusalFacts {
  readonly kind: RefusalKind
  readonly status: number
  readonly message: string
  /** Seconds until the next request would pass; 0 if none was refused for the rate. */
  readonly waitSeconds: number
  readonly parameter: string
  readonly value: string
}

export interface RefusalShape {
  readonly status: number
  /** Text in which `{parameter}` and `{value}` stand for what was wrong. */
  readonly says: string
}

/** The facts of a rate that a service reports, after the request was counted. */
export interface RateFacts {
  readonly limit: number
  readonly remaining: number
  /** When the oldest request leaves the window. */
  readonly resetsAt: Date
}

/** The language of a service, as data that the engine serves. */
export interface ServiceShape {
  readonly prices: ServicePrices
  readonly key: KeyShape
  /** Rate shared by all endpoints without their own. */
  readonly rate: WindowRate
  /** Owner of a rate: each key, or all keys of a wallet together. */
  readonly ratePer: 'key' | 'wallet'
  /** Returns the headers of every answer to a request that was counted. */
  rateHeaders?(rate: RateFacts): Readonly<Record<string, string>>
  /** True if 429 carries `retry-after`, in seconds. */
  readonly hasRetryAfter: boolean
  /** True if parameters that an endpoint does not know are answered 400. */
  readonly refusesUnknownParameters: boolean
  /** True if a wallet that covers only a part of a page gets that part. */
  readonly shortensPages: boolean
  readonly lists: Readonly<Record<SandboxOperation, ListShape>>
  readonly lookUps: readonly LookUpShape[]
  readonly finders: readonly FinderShape[]
  readonly reports: readonly ReportShape[]
  tweet(tweet: Tweet, parameters: URLSearchParams): object
  user(user: User, parameters: URLSearchParams): object
  readonly refusals: Readonly<
    Record<Exclude<RefusalKind, 'unknownPath' | 'otherMethod' | 'balanceHidden' | 'broken'>, RefusalShape>
  >
  /** Writes the body of a refusal. Null: empty. */
  refusal(facts: RefusalFacts): object | null
}

export const SECOND_MS = 1000
export const MINUTE_MS = 60_000

export const HEXADECIMAL = [...'0123456789abcdef']
export const LETTERS_AND_DIGITS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789']

/** Writes an amount as a JSON number, with every digit. */
export const exactJsonNumber = (nano: Nano): LosslessNumber => new LosslessNumber(nanoToText(nano))
