import { NANO_PER_CREDIT, type Nano } from '@/lib/kernel'
import type { Tweet, User } from '../catalogue'
import { formatTwitterTime, isTweet, postUrl } from '../presets/presets'
import { type CursorShape, flatItemPrice, HEXADECIMAL, SECOND_MS, type ServiceShape } from './service'

/** The last credits of a wallet, reported as bonus credits: the balance is the sum of both. */
const BONUS_NANO = 250n * NANO_PER_CREDIT

const CURSOR: CursorShape = {
  send: ['cursor'],
  read: 'next_cursor',
  more: 'has_next_page',
  // Not confirmed: a public client saw a cursor beside `has_next_page: false`.
  atEnd: 'kept',
  ofNothing: '',
}

/**
 * twitterapi.io. Not confirmed: the key's form, bonus credits, 429's body, and the words for protected and suspended
 * users.
 */
export const twitterapiIoShape: ServiceShape = {
  prices: {
    unit: 'credits',
    lists: {
      timeline: { ...flatItemPrice(15n * NANO_PER_CREDIT), min: 15n * NANO_PER_CREDIT },
      search: { ...flatItemPrice(15n * NANO_PER_CREDIT), min: 15n * NANO_PER_CREDIT },
      followers: {
        bySize: [
          { from: 0, each: 3n * NANO_PER_CREDIT },
          { from: 100, each: 2n * NANO_PER_CREDIT },
          { from: 200, each: NANO_PER_CREDIT },
        ],
        call: 0n,
        min: 60n * NANO_PER_CREDIT,
      },
    },
    perLookUp: 18n * NANO_PER_CREDIT,
    isOnceADay: false,
  },
  key: { start: 'new1_', pieces: HEXADECIMAL, length: 37, named: 12, header: 'x-api-key', scheme: '' },
  rate: { calls: 20, perMs: SECOND_MS },
  ratePer: 'key',
  hasRetryAfter: false,
  refusesUnknownParameters: false,
  shortensPages: false,
  lists: {
    timeline: {
      path: '/twitter/user/last_tweets',
      user: { query: { userName: 'handle', userId: 'id' } },
      size: { fixed: 20 },
      cursor: CURSOR,
      items: 'data.tweets',
      // Not confirmed whether the pinned post is charged: here it is not, and the page also has it among its items.
      beside({ items, parameters }) {
        const pinned = parameters.get('cursor') ? undefined : items.filter(isTweet).at(-1)
        const data = { pin_tweet: pinned ? post(pinned) : null }
        return { status: 'success', code: 0, msg: 'success', data }
      },
    },
    search: {
      path: '/twitter/tweet/advanced_search',
      query: 'query',
      order: { name: 'queryType', values: { Latest: 'Latest', Top: 'Top' } },
      size: { fixed: 20 },
      cursor: CURSOR,
      items: 'tweets',
    },
    followers: {
      path: '/twitter/user/followers',
      user: { query: { userName: 'handle' } },
      size: { name: 'pageSize', min: 20, max: 200, usual: 200, others: 'limited' },
      cursor: CURSOR,
      items: 'followers',
      beside: () => ({ status: 'success', message: '' }),
    },
  },
  lookUps: [
    {
      path: '/twitter/user/info',
      user: { query: { userName: 'handle' } },
      body: (user) => ({ status: 'success', msg: 'success', data: account(user) }),
    },
  ],
  finders: [
    {
      path: '/twitter/tweets',
      finds: 'posts',
      user: { query: { tweet_ids: 'id' } },
      max: 100,
      price: { ...flatItemPrice(15n * NANO_PER_CREDIT), min: 15n * NANO_PER_CREDIT },
      body: ({ items }) => ({ tweets: items, status: 'success', message: '' }),
    },
  ],
  reports: [
    {
      path: '/oapi/my/info',
      body({ balanceNano }) {
        const bonus = balanceNano <= 0n ? 0n : balanceNano < BONUS_NANO ? balanceNano : BONUS_NANO
        return { recharge_credits: credits(balanceNano - bonus), total_bonus_credits: credits(bonus) }
      },
      fields: ['recharge_credits', 'total_bonus_credits'],
    },
  ],
  tweet: post,
  user: account,
  refusals: {
    noKey: { status: 403, says: 'API key required. Please include x-api-key in your request header.' },
    badKey: { status: 401, says: 'API key is invalid' },
    tooMany: { status: 429, says: 'Too many requests, wait briefly and retry.' },
    emptyWallet: { status: 402, says: 'Credits is not enough.Please recharge' },
    unknownUser: { status: 200, says: 'user not found' },
    protectedUser: { status: 200, says: 'user not found' },
    suspendedUser: { status: 200, says: 'user not found' },
    badId: { status: 400, says: '{parameter} is invalid' },
    badParameter: { status: 400, says: '{parameter} is required' },
    badCursor: { status: 400, says: '{parameter} is invalid' },
  },
  refusal({ status, message }) {
    if (status === 200) return { status: 'error', msg: message }
    if (status === 400) return { detail: message }
    return { error: ERRORS[status] ?? 'Error', message }
  },
}

/** Words by status. The one for an empty wallet is the service's own. */
const ERRORS: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  402: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
}

function post(tweet: Tweet) {
  return {
    type: 'tweet',
    id: tweet.id,
    url: postUrl(tweet),
    text: tweet.text,
    createdAt: formatTwitterTime(tweet.created_at),
    lang: tweet.lang,
    isReply: false,
    inReplyToId: null,
    likeCount: tweet.like_count,
    retweetCount: tweet.retweet_count,
    replyCount: tweet.reply_count,
    quoteCount: 0,
    viewCount: tweet.view_count,
    author: {
      type: 'user',
      id: tweet.author.id,
      userName: tweet.author.username,
      name: tweet.author.name,
    },
  }
}

function account(user: User) {
  return {
    type: 'user',
    id: user.id,
    userName: user.username,
    name: user.name,
    url: `https://example.com/${user.username}`,
    description: user.description,
    followers: user.followers_count,
    createdAt: formatTwitterTime(user.created_at),
  }
}

/** Converts to whole credits, because the service knows no fractions. */
const credits = (nano: Nano): bigint => nano / NANO_PER_CREDIT
