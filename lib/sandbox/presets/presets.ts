import { type Nano, nanoToText } from '@/lib/kernel'
import {
  answerWithJson,
  type HttpAnswer,
  type RefusalError,
  refusalAnswer,
  stringifyExactly,
} from '../answers'
import type { Tweet, User } from '../catalogue'
import { MIN_PAGE_ITEMS, SANDBOX_OPERATIONS, type SandboxOperation } from '../operations'

/** A page as it was charged, before a preset writes it. */
export interface ChargedPage {
  readonly operation: SandboxOperation
  readonly items: readonly (Tweet | User)[]
  /** Null on the last page. */
  readonly nextCursor: string | null
  readonly chargeNano: Nano
}

/** One way to fill what the interface marks "not shown". */
export interface Preset {
  /** Endpoints / Search and followers: "paths … not shown". */
  readonly searchPath: string
  /** Path whose first group is the user, percent-encoded. */
  readonly followersPath: RegExp
  /** "The name of the search query parameter: not shown". */
  readonly queryParameter: string
  /** Limits / Page size: "default of count: not shown". */
  readonly defaultCount: number
  /** True if a count over the maximum is refused with 400; otherwise it is read as the maximum. */
  readonly refusesLargeCount: boolean
  /** Resources / Page: "fields of the items … and the name of the array that holds them: not shown". */
  writePage(page: ChargedPage): HttpAnswer
  /** Errors: "error body shape and status codes for other failures", and "unit of the retry-after value": not shown. */
  writeRefusal(refusal: RefusalError, now: Date): HttpAnswer
}

export const isTweet = (item: Tweet | User): item is Tweet => 'text' in item

/** Returns the address of a post. */
export const postUrl = ({ id, author }: Tweet): string => `https://example.com/${author.username}/${id}`

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Writes an ISO 8601 time in the form "Wed Jan 06 18:40:40 +0000 2021". */
export function formatTwitterTime(iso: string): string {
  const at = new Date(iso)
  const day = String(at.getUTCDate()).padStart(2, '0')
  const time = at.toISOString().slice(11, 19)
  return `${DAYS[at.getUTCDay()]} ${MONTHS[at.getUTCMonth()]} ${day} ${time} +0000 ${at.getUTCFullYear()}`
}

/** Preset with the usual names, which Purser's own defaults fit. */
export const plainPreset: Preset = {
  searchPath: '/v1/search',
  followersPath: /^\/v1\/users\/([^/]+)\/followers$/,
  queryParameter: 'q',
  defaultCount: MIN_PAGE_ITEMS,
  refusesLargeCount: false,
  writePage({ operation, items, nextCursor }) {
    const { array } = SANDBOX_OPERATIONS[operation]
    return answerWithJson(
      nextCursor === null ? { [array]: items } : { [array]: items, next_cursor: nextCursor },
    )
  },
  writeRefusal: (refusal) => refusalAnswer(refusal),
}

/**
 * Preset with lists one level down, ids as numbers past 2^53, milliseconds, several shapes of errors, and the charge
 * in a header.
 */
export const nestedPreset: Preset = {
  searchPath: '/v1/tweets/search',
  followersPath: /^\/v1\/followers\/([^/]+)$/,
  queryParameter: 'query',
  defaultCount: 50,
  refusesLargeCount: true,
  writePage({ operation, items, nextCursor, chargeNano }) {
    const list = items.map((item) => (isTweet(item) ? toNestedPost(item) : toAccount(item)))
    const data = { [operation === 'followers' ? 'accounts' : 'posts']: list, total: list.length }
    return {
      status: 200,
      headers: { 'x-credits-charged': nanoToText(chargeNano) },
      body: stringifyExactly(nextCursor === null ? { data } : { data, next_cursor: nextCursor }),
    }
  },
  writeRefusal({ status, message, code, allow, retryAfterMs }) {
    const answer: HttpAnswer =
      status === 401
        ? answerWithJson({ success: false, error: { message } }, 403)
        : answerWithJson({ errors: [{ code, message }] }, status)
    return {
      ...answer,
      headers: {
        ...(allow !== undefined && { allow }),
        ...(retryAfterMs !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs))) }),
      },
    }
  },
}

const toNestedPost = (tweet: Tweet) => ({
  id: BigInt(tweet.id),
  full_text: tweet.text,
  created_at: formatTwitterTime(tweet.created_at),
  user: { id: BigInt(tweet.author.id), screen_name: tweet.author.username, name: tweet.author.name },
  lang: tweet.lang,
  url: postUrl(tweet),
  metrics: { likes: tweet.like_count, reposts: tweet.retweet_count, replies: tweet.reply_count },
})

const toAccount = (user: User) => ({
  id: BigInt(user.id),
  screen_name: user.username,
  name: user.name,
  bio: user.description,
  created_at: formatTwitterTime(user.created_at),
  followers: user.followers_count,
})

/**
 * Preset with flat fields, a second list beside the items, epoch seconds, dates to retry after, and errors as HTML
 * pages.
 */
export const legacyPreset: Preset = {
  searchPath: '/v1/find/posts',
  followersPath: /^\/v1\/accounts\/([^/]+)\/follower-list$/,
  queryParameter: 'keywords',
  defaultCount: MIN_PAGE_ITEMS,
  refusesLargeCount: false,
  writePage({ operation, items, nextCursor, chargeNano }) {
    const list = items.map((item) => (isTweet(item) ? toLegacyPost(item) : toFollower(item)))
    return answerWithJson({
      [operation === 'followers' ? 'followers' : 'results']: list,
      includes: [{ kind: 'notice', note: 'Fields may be added at any time.' }],
      meta: { creditsCharged: nanoToText(chargeNano) },
      ...(nextCursor !== null && { next_cursor: nextCursor }),
    })
  },
  writeRefusal({ status, message, allow, retryAfterMs }, now) {
    const isEmptyWallet = status === 402
    const words = isEmptyWallet ? `Forbidden: insufficient credits. ${message}` : message
    return {
      status: isEmptyWallet ? 403 : status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        ...(allow !== undefined && { allow }),
        ...(retryAfterMs !== undefined && { 'retry-after': dateAfter(now, retryAfterMs) }),
      },
      body: pageSaying(words),
    }
  },
}

const toLegacyPost = (tweet: Tweet) => ({
  id_str: tweet.id,
  // As in services whose numbers went through floating point: the last digits are wrong.
  id: Number(tweet.id),
  text: tweet.text,
  createdAt: secondsOf(tweet.created_at),
  author_id: tweet.author.id,
  userName: tweet.author.username,
  displayName: tweet.author.name,
  permalink: postUrl(tweet),
  likeCount: tweet.like_count,
})

const toFollower = (user: User) => ({
  id_str: user.id,
  id: Number(user.id),
  userName: user.username,
  displayName: user.name,
  description: user.description,
  createdAt: secondsOf(user.created_at),
})

const secondsOf = (iso: string): number => Math.floor(Date.parse(iso) / 1000)

/** Rounds a date up to whole seconds, so that a client that returns then may pass. */
const dateAfter = (now: Date, ms: number): string =>
  new Date(Math.ceil((now.getTime() + ms) / 1000) * 1000).toUTCString()

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function pageSaying(words: string): string {
  const safe = words.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
  return `<!doctype html><html><head><title>Error</title></head><body><h1>Error</h1><p>${safe}</p></body></html>`
}
