import { nanoToText } from '@/lib/kernel'
import { answerWith } from '../answers'
import type { Tweet, User } from '../catalogue'
import { PAGE_FLOOR } from '../operations'
import { isTweet, linkTo, type Preset } from './preset'

/**
 * Preset with flat fields, a second list beside the items, epoch seconds, dates to retry after, and errors as HTML
 * pages.
 */
export const legacy: Preset = {
  searchPath: '/v1/find/posts',
  followersPath: /^\/v1\/accounts\/([^/]+)\/follower-list$/,
  queryParameter: 'keywords',
  defaultCount: PAGE_FLOOR,
  refusesLargeCount: false,
  writePage({ operation, items, nextCursor, chargeNano }) {
    const list = items.map((item) => (isTweet(item) ? toPost(item) : toFollower(item)))
    return answerWith({
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

const toPost = (tweet: Tweet) => ({
  id_str: tweet.id,
  // As in services whose numbers went through floating point: the last digits are wrong.
  id: Number(tweet.id),
  text: tweet.text,
  createdAt: secondsOf(tweet.created_at),
  author_id: tweet.author.id,
  userName: tweet.author.username,
  displayName: tweet.author.name,
  permalink: linkTo(tweet),
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
