import type { Tweet, User } from '../catalogue'
import {
  type CursorShape,
  exactJsonNumber,
  flatItemPrice,
  LETTERS_AND_DIGITS,
  MINUTE_MS,
  type ServiceShape,
} from './service'

const CURSOR: CursorShape = { send: ['cursor'], read: 'next_cursor', atEnd: null }

/** Writes a time with six decimals, as the service does. */
const timeOf = (iso: string): string => iso.replace(/Z$/, '000Z')

const PRICE_NANO = 200_000n

/**
 * SocialData. Not confirmed: the key's form, the sizes of pages, null at the end, `retry-after`, and the errors'
 * texts.
 */
export const socialdataShape: ServiceShape = {
  prices: {
    unit: 'USD',
    lists: {
      timeline: flatItemPrice(PRICE_NANO),
      search: flatItemPrice(PRICE_NANO),
      followers: flatItemPrice(PRICE_NANO),
    },
    perLookUp: PRICE_NANO,
    isOnceADay: false,
  },
  // The vertical bar is intended: public clients show keys of digits, a bar, letters and digits.
  key: {
    start: '4093|',
    pieces: LETTERS_AND_DIGITS,
    length: 53,
    named: 12,
    header: 'authorization',
    scheme: 'Bearer',
  },
  rate: { calls: 120, perMs: MINUTE_MS },
  ratePer: 'key',
  hasRetryAfter: true,
  refusesUnknownParameters: false,
  shortensPages: false,
  lists: {
    timeline: {
      path: '/twitter/user/{user}/tweets',
      user: { path: 'id' },
      size: { fixed: 20 },
      cursor: CURSOR,
      items: 'tweets',
    },
    search: {
      path: '/twitter/search',
      query: 'query',
      order: { name: 'type', values: { Latest: 'Latest', Top: 'Top' } },
      size: { fixed: 20 },
      cursor: CURSOR,
      items: 'tweets',
    },
    followers: {
      path: '/twitter/followers/list',
      user: { query: { user_id: 'id' } },
      size: { fixed: 20 },
      cursor: CURSOR,
      items: 'users',
    },
  },
  lookUps: [
    {
      path: '/twitter/user/{user}',
      user: { path: 'either' },
      body: (user, isProtected) => account(user, isProtected),
    },
  ],
  finders: [
    {
      path: '/twitter/tweets/{user}',
      finds: 'posts',
      user: { path: 'id' },
      max: 1,
      price: flatItemPrice(PRICE_NANO),
      body: ({ items: [item] }) => item ?? null,
    },
  ],
  reports: [
    {
      path: '/user/balance',
      body: ({ balanceNano }) => ({ balance_usd: exactJsonNumber(balanceNano) }),
      fields: ['balance_usd'],
    },
  ],
  tweet: ({ author, ...tweet }: Tweet) => ({
    tweet_created_at: timeOf(tweet.created_at),
    // A number whose last digits are lost, unless the reader parses JSON without floating point.
    id: BigInt(tweet.id),
    id_str: tweet.id,
    text: null,
    full_text: tweet.text,
    user: { id: BigInt(author.id), id_str: author.id, name: author.name, screen_name: author.username },
    quote_count: 0,
    reply_count: tweet.reply_count,
    retweet_count: tweet.retweet_count,
    favorite_count: tweet.like_count,
    views_count: tweet.view_count,
    lang: tweet.lang,
  }),
  user: (user) => account(user, false),
  refusals: {
    noKey: { status: 401, says: 'Unauthenticated.' },
    badKey: { status: 401, says: 'Unauthenticated.' },
    tooMany: { status: 429, says: 'Too Many Attempts.' },
    emptyWallet: { status: 402, says: 'Insufficient balance' },
    unknownUser: { status: 404, says: 'User not found' },
    protectedUser: { status: 404, says: 'Failed to retrieve tweets' },
    suspendedUser: { status: 404, says: 'User not found' },
    badId: { status: 404, says: 'User not found' },
    badParameter: { status: 422, says: 'The {parameter} field is required.' },
    badCursor: { status: 422, says: 'The {parameter} field is invalid.' },
  },
  refusal: ({ message }) => ({ status: 'error', message }),
}

function account(user: User, isProtected: boolean) {
  return {
    id: BigInt(user.id),
    id_str: user.id,
    name: user.name,
    screen_name: user.username,
    location: '',
    url: null,
    description: user.description,
    protected: isProtected,
    verified: false,
    followers_count: user.followers_count,
    created_at: timeOf(user.created_at),
  }
}
