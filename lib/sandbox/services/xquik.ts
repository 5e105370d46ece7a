import { NANO_PER_CREDIT } from '@/lib/kernel'
import type { Tweet, User } from '../catalogue'
import { postUrl } from '../presets/presets'
import { type CursorShape, flatItemPrice, HEXADECIMAL, SECOND_MS, type ServiceShape } from './service'

const CURSOR: CursorShape = {
  send: ['cursor'],
  read: 'next_cursor',
  more: 'has_next_page',
  atEnd: '',
}

/**
 * Xquik. Not confirmed: the empty cursor at the end, the rate (older pages say 60 a second), and the words for
 * suspended users.
 */
export const xquikShape: ServiceShape = {
  prices: {
    unit: 'credits',
    lists: {
      timeline: flatItemPrice(NANO_PER_CREDIT),
      search: flatItemPrice(NANO_PER_CREDIT),
      followers: flatItemPrice(NANO_PER_CREDIT),
    },
    perLookUp: NANO_PER_CREDIT,
    isOnceADay: false,
  },
  key: { start: 'xq_', pieces: HEXADECIMAL, length: 67, named: 12, header: 'x-api-key', scheme: '' },
  rate: { calls: 300, perMs: SECOND_MS },
  ratePer: 'wallet',
  hasRetryAfter: true,
  refusesUnknownParameters: false,
  shortensPages: true,
  lists: {
    timeline: {
      path: '/api/v1/x/users/{user}/tweets',
      user: { path: 'either' },
      size: { name: 'pageSize', min: 1, max: 100, usual: 20, others: 'refused' },
      cursor: CURSOR,
      items: 'tweets',
    },
    search: {
      path: '/api/v1/x/tweets/search',
      query: 'q',
      order: { name: 'queryType', values: { Latest: 'Latest', Top: 'Top' } },
      size: { name: 'limit', min: 1, max: 10_000, usual: 20, others: 'refused' },
      cursor: CURSOR,
      items: 'tweets',
    },
    followers: {
      path: '/api/v1/x/users/{user}/followers',
      user: { path: 'either' },
      size: { name: 'pageSize', min: 20, max: 200, usual: 200, others: 'refused' },
      cursor: CURSOR,
      items: 'users',
    },
  },
  lookUps: [
    {
      path: '/api/v1/x/users/{user}',
      user: { path: 'either' },
      body: (user, isProtected) => ({ ...account(user), protected: isProtected }),
    },
  ],
  finders: [
    {
      path: '/api/v1/x/tweets/{user}',
      finds: 'posts',
      user: { path: 'id' },
      max: 1,
      price: flatItemPrice(NANO_PER_CREDIT),
      body: ({ items: [tweet] }) => (tweet ? { tweet } : null),
    },
    {
      path: '/api/v1/x/tweets',
      finds: 'posts',
      user: { query: { ids: 'id' } },
      max: 100,
      price: flatItemPrice(NANO_PER_CREDIT),
      body: ({ items }) => ({ tweets: items }),
    },
  ],
  reports: [
    {
      path: '/api/v1/credits',
      body: ({ balanceNano, chargedNano }) => ({
        auto_topup_amount_dollars: 10,
        auto_topup_enabled: false,
        auto_topup_threshold: '50000',
        balance: String(balanceNano / NANO_PER_CREDIT),
        lifetime_purchased: String((balanceNano + chargedNano) / NANO_PER_CREDIT),
        lifetime_used: String(chargedNano / NANO_PER_CREDIT),
      }),
      fields: ['balance'],
    },
  ],
  tweet: (tweet: Tweet) => ({
    id: tweet.id,
    text: tweet.text,
    createdAt: tweet.created_at,
    url: postUrl(tweet),
    likeCount: tweet.like_count,
    retweetCount: tweet.retweet_count,
    replyCount: tweet.reply_count,
    quoteCount: 0,
    viewCount: tweet.view_count,
    author: {
      id: tweet.author.id,
      username: tweet.author.username,
      name: tweet.author.name,
      verified: false,
    },
  }),
  user: account,
  refusals: {
    noKey: { status: 401, says: 'Authentication required.' },
    badKey: { status: 401, says: 'Authentication required. Provide a valid API key or bearer token.' },
    tooMany: { status: 429, says: 'Too many requests. Try again later.' },
    emptyWallet: { status: 402, says: 'Insufficient credits. Top up or subscribe to continue.' },
    unknownUser: { status: 404, says: 'X user not found. Check the username.' },
    protectedUser: { status: 404, says: 'X user not found. Check the username.' },
    suspendedUser: { status: 404, says: 'X user not found. Check the username.' },
    badId: { status: 400, says: 'Invalid input. Check the request body.' },
    badParameter: { status: 400, says: 'Invalid input. Check the request body.' },
    badCursor: { status: 400, says: 'Cursor is invalid. Restart pagination without cursor.' },
  },
  refusal({ kind, status, message, waitSeconds, parameter }) {
    const error =
      parameter === 'q' ? 'missing_query' : kind === 'badCursor' ? 'invalid_coverage_cursor' : null
    return {
      error: error ?? CODES[status] ?? 'not_found',
      message,
      ...(status === 402 && { balance: '0', required: '1', dashboard: '/dashboard/account' }),
      ...(status === 429 && { retryAfter: waitSeconds, retryAfterMs: waitSeconds * 1000 }),
    }
  },
}

const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  402: 'insufficient_credits',
  404: 'user_not_found',
  429: 'rate_limit_exceeded',
  500: 'internal_error',
}

function account(user: User) {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    description: user.description,
    followers: user.followers_count,
    verified: false,
    createdAt: user.created_at,
  }
}
