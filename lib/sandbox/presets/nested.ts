import { nanoToText } from '@/lib/kernel'
import { answerWith, digitByDigit, type HttpAnswer } from '../answers'
import type { Tweet, User } from '../catalogue'
import { isTweet, linkTo, type Preset, twitterTime } from './preset'

/**
 * Preset with lists one level down, ids as numbers past 2^53, milliseconds, several shapes of errors, and the charge
 * in a header.
 */
export const nested: Preset = {
  searchPath: '/v1/tweets/search',
  followersPath: /^\/v1\/followers\/([^/]+)$/,
  queryParameter: 'query',
  defaultCount: 50,
  refusesLargeCount: true,
  writePage({ operation, items, nextCursor, chargeNano }) {
    const list = items.map((item) => (isTweet(item) ? toPost(item) : toAccount(item)))
    const data = { [operation === 'followers' ? 'accounts' : 'posts']: list, total: list.length }
    return {
      status: 200,
      headers: { 'x-credits-charged': nanoToText(chargeNano) },
      body: digitByDigit(nextCursor === null ? { data } : { data, next_cursor: nextCursor }),
    }
  },
  writeRefusal({ status, message, code, allow, retryAfterMs }) {
    const answer: HttpAnswer =
      status === 401
        ? answerWith({ success: false, error: { message } }, 403)
        : answerWith({ errors: [{ code, message }] }, status)
    return {
      ...answer,
      headers: {
        ...(allow !== undefined && { allow }),
        ...(retryAfterMs !== undefined && { 'retry-after': String(Math.max(1, Math.ceil(retryAfterMs))) }),
      },
    }
  },
}

const toPost = (tweet: Tweet) => ({
  id: BigInt(tweet.id),
  full_text: tweet.text,
  created_at: twitterTime(tweet.created_at),
  user: { id: BigInt(tweet.author.id), screen_name: tweet.author.username, name: tweet.author.name },
  lang: tweet.lang,
  url: linkTo(tweet),
  metrics: { likes: tweet.like_count, reposts: tweet.retweet_count, replies: tweet.reply_count },
})

const toAccount = (user: User) => ({
  id: BigInt(user.id),
  screen_name: user.username,
  name: user.name,
  bio: user.description,
  created_at: twitterTime(user.created_at),
  followers: user.followers_count,
})
