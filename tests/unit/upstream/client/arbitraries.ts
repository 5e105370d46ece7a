import fc from 'fast-check'
import type { Operation } from '@/lib/kernel'
import { type Provider, providerSchema, readProvider } from '@/lib/upstream/client'
import type { JsonValue } from '@/lib/upstream/client/json'
import { PRESET_PROVIDERS } from '../../../factories/preset-providers'

export const operations = fc.constantFrom<Operation>('timeline', 'search', 'followers')

/** Names that the parser looks for with some provider, and names that are traps in JavaScript. */
const NAMES = [
  ...['tweets', 'users', 'data', 'posts', 'accounts', 'results', 'followers', 'includes', 'errors', 'error'],
  ...['next_cursor', 'status', 'success', 'meta', 'charge', 'creditsCharged', 'message', 'detail', 'title'],
  ...['key_prefix', 'balance', 'rate_limit_qps', 'id', 'id_str', 'text', 'full_text', 'author', 'user'],
  ...[
    'author_id',
    'username',
    'screen_name',
    'userName',
    'name',
    'created_at',
    'createdAt',
    'url',
    'permalink',
  ],
  ...['__proto__', 'constructor', 'toString', 'length'],
]
const names = fc.constantFrom(...NAMES)

/** Values that are easy to misread: extreme numbers, ids past 2^53 as text, dates of several forms, links. */
const leaves = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    true,
    false,
    '',
    'error',
    'a',
    '1',
    -1,
    0,
    1e21,
    1e308,
    5e-324,
    1_609_958_440,
  ),
  fc.constantFrom(
    '9007199254740993',
    '2026-11-20T12:00:00Z',
    'Wed Jan 06 18:40:40 +0000 2021',
    '\ud800',
    '\0',
  ),
  fc.constantFrom(
    'javascript:alert(1)',
    'https://example.com/a',
    'http://',
    'data:text/html,x',
    'nan',
    '1e999',
  ),
  fc.string(),
  fc.double(),
)

const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    leaves,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(names, tie('tree'), { maxKeys: 6 }) as fc.Arbitrary<JsonValue>,
  ),
}))

/** Any JSON value, mostly with the names that the parser looks for. */
export const bodies = fc.oneof({ weight: 3, arbitrary: tree }, fc.jsonValue() as fc.Arbitrary<JsonValue>)

const paths = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'))
const pathLists = fc.array(paths, { minLength: 1, maxLength: 3 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value)

/** Many ways to read a list. */
const lists = fc.record({
  items: maybe(paths),
  authors: maybe(paths),
  cursor: fc.record({
    read: paths,
    none: fc.array(fc.constantFrom('0', '-1', 'a', 'error'), { maxLength: 2 }),
    more: maybe(paths),
  }),
})

const overrides = fc.record(
  {
    auth: fc.constantFrom(
      { header: 'x-api-key' },
      { header: 'authorization', scheme: 'Bearer', also: { 'x-host': 'a' } },
    ),
    account: maybe(
      fc.record({
        balance: pathLists,
        factor: fc.constantFrom('1', '0.01', '1000'),
        prefix: maybe(paths),
        rate: maybe(paths),
      }),
    ),
    rateHeaders: fc.constantFrom({}, { limit: 'x-charged', remaining: 'retry-after', reset: 'retry-after' }),
    ...{ timeline: lists, search: lists, followers: lists },
    usualArrays: pathLists,
    fields: fc.record({
      ...{ id: pathLists, text: pathLists, author: pathLists, handle: pathLists },
      ...{ name: pathLists, time: pathLists, link: pathLists },
    }),
    retryAfterUnit: fc.constantFrom('auto', 'seconds', 'milliseconds'),
    errorFields: pathLists,
    emptyWalletWords: fc.array(fc.stringMatching(/^[a-z]{3,9}$/), { maxLength: 2 }),
    chargeHeader: maybe(fc.constantFrom('x-charged', 'x-credits-charged', 'content-type')),
    chargeField: maybe(paths),
    supportAddress: maybe(fc.stringMatching(/^[a-z]{1,20}$/)),
    limits: fc.record({ jsonDepth: fc.integer({ min: 4, max: 200 }) }),
  },
  { requiredKeys: [] },
)

/** Any valid provider: each preset's, and made-up ones. */
export const providers: fc.Arbitrary<Provider> = fc.oneof(
  fc.constantFrom(...Object.values(PRESET_PROVIDERS)).map(readProvider),
  overrides.map((made) => providerSchema.parse(made)),
)
