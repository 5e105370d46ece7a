import type { Tweet, User } from '../catalogue'
import { formatTwitterTime, postUrl } from '../presets/presets'
import {
  type CursorShape,
  exactJsonNumber,
  flatItemPrice,
  LETTERS_AND_DIGITS,
  MINUTE_MS,
  SECOND_MS,
  type ServiceShape,
} from './service'

const CURSOR: CursorShape = {
  send: ['cursor'],
  read: 'next_cursor',
  more: 'has_more',
  // Not confirmed: the documents only say that paging continues until `has_more` is false.
  atEnd: 'kept',
  ofNothing: null,
}

/** Remainder of a plan, reported beside the wallet's own money: the balance is the sum of both. */
const PLAN_NANO = 2_000_000_000n
/** Price of a call, whatever it brings. */
const A_CALL = { ...flatItemPrice(0n), call: 1_000_000n }

/**
 * GetXAPI. Not confirmed: the key's form after its beginning, the cursor at the end, 402, and the errors' texts except
 * two.
 */
export const getxapiShape: ServiceShape = {
  prices: {
    unit: 'USD',
    lists: { timeline: A_CALL, search: A_CALL, followers: A_CALL },
    perLookUp: 1_000_000n,
    isOnceADay: false,
  },
  key: {
    start: 'get-x-api-',
    pieces: LETTERS_AND_DIGITS,
    length: 50,
    named: 16,
    header: 'authorization',
    scheme: 'Bearer',
  },
  // Not confirmed: the service states only the figure of its account endpoints.
  rate: { calls: 10, perMs: SECOND_MS },
  ratePer: 'key',
  hasRetryAfter: false,
  refusesUnknownParameters: false,
  shortensPages: false,
  lists: {
    timeline: {
      path: '/twitter/user/tweets',
      user: { query: { userId: 'id', userName: 'handle' } },
      size: { fixed: 20 },
      cursor: CURSOR,
      items: 'tweets',
      beside: ({ subject, items }) => ({ userName: subject, tweet_count: items.length }),
    },
    search: {
      path: '/twitter/tweet/advanced_search',
      query: 'q',
      order: { name: 'product', values: { Latest: 'Latest', Top: 'Top' } },
      size: { fixed: 20 },
      cursor: CURSOR,
      items: 'tweets',
      beside: ({ subject, items }) => ({ query: subject, tweet_count: items.length }),
    },
    followers: {
      path: '/twitter/user/followers',
      user: { query: { userName: 'handle' } },
      size: { fixed: 200 },
      cursor: CURSOR,
      items: 'followers',
      beside: ({ subject, items }) => ({ userName: subject, user_count: items.length }),
    },
  },
  lookUps: [
    {
      path: '/twitter/user/info',
      user: { query: { userName: 'handle' } },
      body: (user) => ({ data: account(user) }),
    },
  ],
  finders: [
    {
      path: '/twitter/tweet/detail',
      finds: 'posts',
      user: { query: { id: 'id' } },
      max: 1,
      price: { ...flatItemPrice(0n), call: 1_000_000n },
      body: ({ items: [data] }) => (data ? { data } : null),
    },
  ],
  reports: [
    {
      path: '/account/me',
      rate: { calls: 30, perMs: MINUTE_MS },
      body({ balanceNano, chargedNano, requests }) {
        const plan = balanceNano <= 0n ? 0n : balanceNano < PLAN_NANO ? balanceNano : PLAN_NANO
        return {
          email: 'user@example.com',
          name: 'Sandbox',
          credits_remaining: exactJsonNumber(balanceNano - plan),
          credits_used: exactJsonNumber(chargedNano),
          total_requests: requests,
          plan_name: 'pro_sub',
          plan_credits_remaining: exactJsonNumber(plan),
          plan_credits_expired: false,
          balance_total: exactJsonNumber(balanceNano),
        }
      },
      fields: ['balance_total'],
    },
  ],
  tweet: ({ author, ...tweet }: Tweet) => ({
    type: 'tweet',
    id: tweet.id,
    url: postUrl({ ...tweet, author }),
    text: tweet.text,
    retweetCount: tweet.retweet_count,
    replyCount: tweet.reply_count,
    likeCount: tweet.like_count,
    quoteCount: 0,
    viewCount: tweet.view_count,
    createdAt: formatTwitterTime(tweet.created_at),
    lang: tweet.lang,
    isReply: false,
    inReplyToId: null,
    author: { type: 'user', userName: author.username, id: author.id, name: author.name },
    quoted_tweet: null,
  }),
  user: account,
  refusals: {
    noKey: { status: 401, says: 'Invalid API key' },
    badKey: { status: 401, says: 'Invalid API key' },
    tooMany: { status: 429, says: 'Too many requests.' },
    emptyWallet: { status: 402, says: 'Insufficient credits' },
    unknownUser: { status: 404, says: 'User not found' },
    protectedUser: { status: 404, says: 'User not found' },
    suspendedUser: { status: 404, says: 'User not found' },
    badId: { status: 400, says: 'Invalid query param: {parameter}' },
    badParameter: { status: 400, says: 'Missing required query param: {parameter}' },
    badCursor: { status: 400, says: 'Invalid query param: {parameter}' },
  },
  refusal: ({ message }) => ({ error: message }),
}

function account(user: User) {
  return {
    type: 'user',
    id: user.id,
    userName: user.username,
    name: user.name,
    url: `https://example.com/${user.username}`,
    isVerified: false,
    description: user.description,
    followers: user.followers_count,
    createdAt: formatTwitterTime(user.created_at),
  }
}
