import type { Nano } from '@/lib/kernel'
import type { Product, Tweet, User } from '../catalogue'
import type { SandboxOperation } from '../operations'

/** Calls that may pass in any window of so many milliseconds. */
export interface WindowRate {
  readonly calls: number
  readonly perMs: number
}

/** What a page of a list costs. */
export interface ListPrice {
  /** For each item of a page that holds so many or more; the row with the largest number counts. */
  readonly bySize: readonly { readonly from: number; readonly each: Nano }[]
  /** For each call, whatever it brings. */
  readonly call: Nano
  /** The least for a call, also for an empty page. */
  readonly least: Nano
}

/** What a service charges, in nano-units of its own unit. */
export interface ServicePrices {
  readonly unit: 'credits' | 'USD'
  readonly lists: Readonly<Record<SandboxOperation, ListPrice>>
  /** For each user that is found. */
  readonly perLookUp: Nano
  /** Whether an item is charged once a UTC day. */
  readonly isOnceADay: boolean
}

/** The price of a list whose items cost the same, whatever the page. */
export const each = (nano: Nano): ListPrice => ({ bySize: [{ from: 0, each: nano }], call: 0n, least: 0n })

/** A new key: how it begins, and what it is made of. */
export interface KeyShape {
  readonly start: string
  /** Drawn from these, each as likely, until the key has its length. */
  readonly pieces: readonly string[]
  readonly length: number
  /** How many leading characters name a key to the operator. */
  readonly named: number
  /** In small letters. */
  readonly header: string
  /** What stands before the key in the header; empty for none. */
  readonly scheme: '' | 'Bearer'
}

/** As what a user is named. */
export type UserKind = 'handle' | 'id' | 'either'

/** An address of the service, and what it counts its calls by. */
interface EndpointShape {
  /** `{user}` stands for one step of the path. */
  readonly path: string
  /** What stands for a user: in the path, or in parameters of which one must be given. */
  readonly user?: { readonly path: UserKind } | { readonly query: Readonly<Record<string, UserKind>> }
  /** A rate of its own, counted apart; without it the calls count for the service's rate. */
  readonly rate?: WindowRate
  /** Parameters that are taken and change no page, for a service that refuses those it does not know. */
  readonly alsoTakes?: readonly string[]
}

export interface LookUpShape extends EndpointShape {
  body(user: User, isProtected: boolean): object
}

/** Users or posts by what names them. */
export interface FinderShape extends EndpointShape {
  readonly finds: 'users' | 'posts'
  /** How many may be named in one request, with commas between. */
  readonly most: number
  readonly price: ListPrice
  /** Null refuses the request as one for an unknown user. */
  body(found: FinderFacts): object | null
}

/** What was found of what was asked for, as the service writes it. */
export interface FinderFacts {
  readonly items: readonly object[]
  /** What names nothing, and by which parameter or step. */
  readonly missing: readonly string[]
  readonly by: string
}

/** What an account may be told. */
export interface AccountFacts {
  readonly balanceNano: Nano
  readonly chargedNano: Nano
  readonly requests: number
  readonly items: number
}

export interface ReportShape extends EndpointShape {
  body(facts: AccountFacts): object
  /** The operator can make the service refuse it. */
  readonly tellsBalance?: boolean
  /** Dotted paths of fields that a fault may give another type. */
  readonly fields: readonly string[]
}

/** A page as it was charged. */
export interface PageFacts {
  readonly items: readonly (Tweet | User)[]
  /** The user or the words that were asked for. */
  readonly subject: string
  readonly parameters: URLSearchParams
}

/** How many items a page holds: always as many, or what a parameter says. */
export type SizeShape =
  | { readonly fixed: number }
  | {
      readonly name: string
      readonly least: number
      readonly most: number
      readonly usual: number
      /** What becomes of other values: refused, or brought within the limits. */
      readonly others: 'refused' | 'limited'
    }

export interface CursorShape {
  /** The parameters in which it may be sent. */
  readonly send: readonly string[]
  /** Where it stands in an answer, as a dotted path. */
  readonly read: string
  /** Where an answer says whether there are more items. */
  readonly more?: string
  /** In its place on the last page: nothing at all, a value, or a cursor that leads to an empty page. */
  readonly atEnd: 'absent' | 'kept' | '' | null
  /** In its place on a last page without items; as `atEnd` unless given. */
  readonly ofNothing?: '' | null
}

export interface ListShape extends EndpointShape {
  readonly size: SizeShape
  readonly cursor: CursorShape
  /** Where the items stand, as a dotted path. */
  readonly items: string
  /** Whether a page without items has no array either. */
  readonly leavesOutNothing?: boolean
  /** What else the body holds. */
  beside?(page: PageFacts): object
  /** Search: the parameter with the words, and the one with the order and its values. */
  readonly query?: string
  readonly order?: { readonly name: string; readonly values: Readonly<Record<Product, string>> }
}

/** Why a service refuses a request. */
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

/** What is wrong, as a service may say it. */
export interface RefusalFacts {
  readonly kind: RefusalKind
  readonly status: number
  readonly message: string
  /** Seconds until the next request would pass; 0 where none was refused for the rate. */
  readonly waitSeconds: number
  readonly parameter: string
  readonly value: string
}

export interface RefusalShape {
  readonly status: number
  /** `{parameter}` and `{value}` stand for what was wrong. */
  readonly says: string
}

/** What a service tells of a rate, after the request was counted. */
export interface RateFacts {
  readonly limit: number
  readonly remaining: number
  /** When the oldest request leaves the window. */
  readonly resetsAt: Date
}

/** How a service speaks, as data: the engine serves what stands here. */
export interface ServiceShape {
  readonly prices: ServicePrices
  readonly key: KeyShape
  /** Shared by all endpoints without a rate of their own. */
  readonly rate: WindowRate
  /** Whether each key has a rate of its own, or all keys of a wallet share one. */
  readonly ratePer: 'key' | 'wallet'
  /** Headers of every answer to a request that was counted. */
  rateHeaders?(rate: RateFacts): Readonly<Record<string, string>>
  /** Whether 429 carries `retry-after`, in seconds. */
  readonly hasRetryAfter: boolean
  /** Whether parameters that an endpoint does not know are answered 400. */
  readonly refusesUnknownParameters: boolean
  /** Whether a wallet that covers only a part of a page gets that part. */
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
  /** Null writes an empty body. */
  refusal(facts: RefusalFacts): object | null
}
