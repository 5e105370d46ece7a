import type { Tweet, User } from '../catalogue'
import { isTweet } from '../presets/presets'
import {
  type CursorShape,
  exactJsonNumber,
  type FinderShape,
  flatItemPrice,
  LETTERS_AND_DIGITS,
  MINUTE_MS,
  type PageFacts,
  type RefusalKind,
  type ServiceShape,
  type UserKind,
} from './service'

const quarterHour = (calls: number) => ({ calls, perMs: 15 * MINUTE_MS })

const CURSOR: CursorShape = { send: ['pagination_token'], read: 'meta.next_token', atEnd: 'absent' }

/**
 * Not confirmed which of the two names a post's fields have: the guides and the OpenAPI file differ. Both are
 * accepted.
 */
const FIELDS = ['tweet.fields', 'post.fields', 'user.fields', 'expansions']

const TWEETS = { items: 'data', leavesOutNothing: true, beside: besideTweets, alsoTakes: FIELDS } as const

const INVALID = { status: 400, says: 'The `{parameter}` query parameter value [{value}] is not valid' }

/**
 * X API v2, pay per use. Not confirmed: the default sizes of timeline and followers, 400 for unknown parameters, and
 * the errors for keys and protected users.
 */
export const xShape: ServiceShape = {
  prices: {
    unit: 'USD',
    lists: {
      timeline: flatItemPrice(5_000_000n),
      search: flatItemPrice(5_000_000n),
      followers: flatItemPrice(10_000_000n),
    },
    perLookUp: 10_000_000n,
    isOnceADay: true,
  },
  // All tokens begin alike, and some characters are percent-encoded.
  key: {
    start: 'AAAAAAAAAAAAAAAAAAAAA',
    pieces: [...LETTERS_AND_DIGITS, '%2B', '%2F', '%3D'],
    length: 114,
    named: 29,
    header: 'authorization',
    scheme: 'Bearer',
  },
  rate: quarterHour(300),
  ratePer: 'key',
  rateHeaders: ({ limit, remaining, resetsAt }) => ({
    'x-rate-limit-limit': String(limit),
    'x-rate-limit-remaining': String(remaining),
    'x-rate-limit-reset': String(Math.ceil(resetsAt.getTime() / 1000)),
  }),
  hasRetryAfter: false,
  refusesUnknownParameters: true,
  shortensPages: false,
  lists: {
    timeline: {
      path: '/2/users/{user}/tweets',
      user: { path: 'id' },
      rate: quarterHour(10_000),
      size: { name: 'max_results', min: 5, max: 100, usual: 10, others: 'refused' },
      cursor: CURSOR,
      ...TWEETS,
    },
    search: {
      path: '/2/tweets/search/recent',
      query: 'query',
      order: { name: 'sort_order', values: { Latest: 'recency', Top: 'relevancy' } },
      rate: quarterHour(450),
      size: { name: 'max_results', min: 10, max: 100, usual: 10, others: 'refused' },
      cursor: { ...CURSOR, send: ['next_token', 'pagination_token'] },
      ...TWEETS,
    },
    followers: {
      path: '/2/users/{user}/followers',
      user: { path: 'id' },
      rate: quarterHour(300),
      size: { name: 'max_results', min: 1, max: 1000, usual: 100, others: 'refused' },
      cursor: CURSOR,
      items: 'data',
      leavesOutNothing: true,
      beside: ({ items }) => ({ meta: { result_count: items.length } }),
      alsoTakes: FIELDS,
    },
  },
  lookUps: [
    {
      path: '/2/users/by/username/{user}',
      user: { path: 'handle' },
      rate: quarterHour(300),
      alsoTakes: FIELDS,
      body: (user, isProtected) => ({ data: { ...named(user), ...(isProtected && { protected: true }) } }),
    },
  ],
  finders: [
    finder('/2/users', 'users', { ids: 'id' }),
    finder('/2/users/by', 'users', { usernames: 'handle' }),
    finder('/2/tweets', 'posts', { ids: 'id' }),
    finder('/2/users/{user}', 'users'),
    finder('/2/tweets/{user}', 'posts'),
  ],
  reports: [
    {
      path: '/2/usage/credits',
      rate: quarterHour(30),
      tellsBalance: true,
      body: ({ balanceNano }) => ({
        data: {
          free_balance: 0,
          prepaid_balance: exactJsonNumber(balanceNano),
          total_balance: exactJsonNumber(balanceNano < 0n ? 0n : balanceNano),
        },
      }),
      fields: ['data.prepaid_balance', 'data.total_balance'],
    },
    {
      path: '/2/usage/tweets',
      rate: quarterHour(50),
      body: ({ items }) => ({
        data: { cap_reset_day: 1, project_cap: '3000000', project_id: '1', project_usage: String(items) },
      }),
      fields: ['data.project_usage'],
    },
  ],
  tweet: (tweet: Tweet, parameters) => ({
    id: tweet.id,
    text: tweet.text,
    edit_history_tweet_ids: [tweet.id],
    ...(hasField(parameters, 'created_at') && { created_at: tweet.created_at }),
    ...((hasField(parameters, 'author_id') || asks(parameters, 'expansions', 'author_id')) && {
      author_id: tweet.author.id,
    }),
    ...(hasField(parameters, 'lang') && { lang: tweet.lang }),
    ...(hasField(parameters, 'public_metrics') && {
      public_metrics: {
        retweet_count: tweet.retweet_count,
        reply_count: tweet.reply_count,
        like_count: tweet.like_count,
        quote_count: 0,
        impression_count: tweet.view_count,
      },
    }),
  }),
  user: (user: User, parameters) => ({
    ...named(user),
    ...(asks(parameters, 'user.fields', 'created_at') && { created_at: user.created_at }),
    ...(asks(parameters, 'user.fields', 'description') && { description: user.description }),
    ...(asks(parameters, 'user.fields', 'public_metrics') && {
      public_metrics: { followers_count: user.followers_count },
    }),
  }),
  refusals: {
    noKey: { status: 401, says: 'Unauthorized' },
    badKey: { status: 401, says: 'Unauthorized' },
    tooMany: { status: 429, says: 'Too Many Requests' },
    emptyWallet: {
      status: 402,
      says: 'Your enrolled account [2056915467785113600] does not have any credits to fulfill this request.',
    },
    unknownUser: { status: 200, says: 'Could not find user with {parameter}: [{value}].' },
    protectedUser: { status: 200, says: 'Sorry, you are not authorized to see the user with id: [{value}].' },
    suspendedUser: { status: 200, says: 'User has been suspended: [{value}].' },
    badId: INVALID,
    badParameter: INVALID,
    badCursor: INVALID,
  },
  refusal({ kind, status, message, parameter, value }) {
    if (kind === 'balanceHidden') return null
    const [title, problem] = PROBLEMS[kind] ?? [message, null]
    const type = problem === null ? 'about:blank' : `https://api.${problem}`
    if (status === 200)
      return { errors: [{ value, detail: message, title, resource_type: 'user', parameter, type }] }
    if (status === 400)
      return { errors: [{ parameters: { [parameter]: [value] }, message }], title, detail: message, type }
    if (kind === 'emptyWallet') return { account_id: 2056915467785113600n, title, detail: message, type }
    return { title, type, status, detail: message }
  },
}

/**
 * Returns the shape of a look-up of users or posts: several by a parameter, or one by a step of the path. Errors of
 * single ones are reported beside the others.
 */
function finder(
  path: string,
  finds: FinderShape['finds'],
  query?: Readonly<Record<string, UserKind>>,
): FinderShape {
  const kind = finds === 'users' ? 'user' : 'tweet'
  return {
    path,
    finds,
    alsoTakes: FIELDS,
    rate: quarterHour(300),
    user: query ? { query } : { path: 'id' },
    max: query ? 100 : 1,
    price: flatItemPrice(finds === 'users' ? 10_000_000n : 5_000_000n),
    body: ({ items, missing, by }) => ({
      ...(items.length > 0 && { data: query ? items : items[0] }),
      ...(missing.length > 0 && {
        errors: missing.map((value) => ({
          value,
          detail: `Could not find ${kind} with ${by}: [${value}].`,
          title: 'Not Found Error',
          resource_type: kind,
          parameter: by,
          type: 'https://api.x.com/2/problems/resource-not-found',
        })),
      }),
    }),
  }
}

/** A problem's title, and its type after `https://api.`. The type for credits has the older host. */
const PROBLEMS: Partial<Record<RefusalKind, readonly [title: string, problem: string]>> = {
  emptyWallet: ['CreditsDepleted', 'twitter.com/2/problems/credits'],
  unknownUser: ['Not Found Error', 'x.com/2/problems/resource-not-found'],
  suspendedUser: ['Forbidden', 'x.com/2/problems/resource-not-found'],
  protectedUser: ['Authorization Error', 'x.com/2/problems/not-authorized-for-resource'],
  badId: ['Invalid Request', 'x.com/2/problems/invalid-request'],
  badParameter: ['Invalid Request', 'x.com/2/problems/invalid-request'],
  badCursor: ['Invalid Request', 'x.com/2/problems/invalid-request'],
}

/** Returns the fields of a user that are sent without being requested. */
const named = ({ id, name, username }: Tweet['author']) => ({ id, name, username })

const asks = (parameters: URLSearchParams, name: string, field: string): boolean =>
  parameters.get(name)?.split(',').includes(field) ?? false

const hasField = (parameters: URLSearchParams, field: string): boolean =>
  asks(parameters, 'tweet.fields', field) || asks(parameters, 'post.fields', field)

function besideTweets({ items, parameters }: PageFacts) {
  const tweets = items.filter(isTweet)
  const authors = new Map(tweets.map(({ author }) => [author.id, author]))
  const [newest, oldest] = [tweets[0], tweets.at(-1)]
  return {
    ...(tweets.length > 0 &&
      asks(parameters, 'expansions', 'author_id') && {
        includes: { users: [...authors.values()].map(named) },
      }),
    meta: {
      result_count: items.length,
      ...(newest && oldest && { newest_id: newest.id, oldest_id: oldest.id }),
    },
  }
}
