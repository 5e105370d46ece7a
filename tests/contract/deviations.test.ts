import { expect, test } from 'vitest'
import { type Clock, systemClock } from '@/lib/kernel'
import { CHECKS } from './checks'
import { type Deviation, itemsOf, serveDeviating } from './deviations'
import { openSandboxTarget } from './sandbox-target'
import { judge } from './suite/judge'
import { openSession } from './suite/session'

/** Size of the smallest page. */
const FLOOR = 20

const BURST_AT = new Date()

/**
 * Deviations of an upstream, each with the check that must notice it: a suite that finds nothing proves
 * nothing.
 */
const DEVIATIONS: readonly (Deviation & { readonly noticedBy: string; readonly clock?: Clock })[] = [
  {
    name: 'tells another key’s prefix',
    noticedBy:
      'key check: the account tells a balance, and the key’s own prefix and rate where the provider names them',
    alter: ({ body }) => {
      if ('key_prefix' in body) body.key_prefix = 'xd_live_zzzz'
    },
  },
  {
    name: 'takes no bearer token',
    noticedBy: 'key check: the key is taken from x-api-key and from Authorization: Bearer alike',
    alter: (passing) => {
      if (passing.authorization) passing.status = 401
    },
  },
  {
    name: 'charges for each look at the balance',
    noticedBy: 'charging: asking for the account costs nothing',
    alter: ({ body }) => {
      if ('balance' in body) body.balance = Number(body.balance) - performance.now() / 1000
    },
  },
  {
    name: 'accepts any key',
    noticedBy: 'errors: a key that does not exist is refused, in words',
    alter: (passing) => {
      if (passing.status !== 401) return
      passing.status = 200
      passing.body = { key_prefix: 'xd_live_abcd', balance: 1, rate_limit_qps: 25 }
    },
  },
  {
    name: 'has no words for its errors',
    noticedBy: 'errors: a user who does not exist is an error, in words, that costs nothing',
    alter: (passing) => {
      if (passing.status === 404) passing.body = { code: {} }
    },
  },
  {
    name: 'names no people',
    noticedBy: 'followers: a page holds people: an id, a handle and a name each',
    alter: (passing) => {
      for (const item of itemsOf(passing)) delete item.name
    },
  },
  {
    name: 'gives posts no id',
    noticedBy: 'timelines: a page holds posts: an id, a text, an author and a time each',
    alter: (passing) => {
      for (const item of itemsOf(passing)) delete item.id
    },
  },
  {
    name: 'lists the oldest first',
    noticedBy: 'timelines: posts come newest first, over two pages, and none twice',
    alter: (passing) => void itemsOf(passing).reverse(),
  },
  {
    name: 'gives the first page again',
    noticedBy: 'followers: the next page goes on with other people',
    readdress: (url) => url.searchParams.delete('cursor'),
  },
  {
    name: 'has its cursor where the provider does not look',
    noticedBy: 'followers: the next page goes on with other people',
    alter: ({ body }) => {
      if (!('next_cursor' in body)) return
      body.meta = { next_token: body.next_cursor }
      delete body.next_cursor
    },
  },
  {
    name: 'takes any cursor for the first page',
    noticedBy: 'pagination: an altered cursor is refused, and costs nothing',
    readdress: (url) => url.searchParams.delete('cursor'),
  },
  {
    name: 'has a next_cursor on every page',
    noticedBy: 'pagination: a search that finds nothing is one page, the last, and costs nothing',
    alter: ({ body }) => {
      if ('tweets' in body) body.next_cursor ??= 'for-ever'
    },
  },
  {
    name: 'sells fewer items than its floor, but charges by it',
    noticedBy: 'page size: a count of 1 brings the floor, about 20 items unless the provider says otherwise',
    alter: (passing) => void itemsOf(passing).splice(passing.count > FLOOR ? passing.count : FLOOR / 2),
  },
  {
    name: 'charges for items that do not come',
    noticedBy: 'charging: search: every item returned costs the same, whatever the count asked for',
    alter: (passing) => void itemsOf(passing).splice(passing.count > FLOOR ? passing.count : FLOOR / 2),
  },
  {
    name: 'sends more than the maximum',
    noticedBy:
      'page size: no page of a timeline or a search is larger than its maximum: 100 and 50 unless the provider says otherwise',
    alter: (passing) => {
      const more = itemsOf(passing).map((item) => ({ ...item, id: `again-${item.id}` }))
      itemsOf(passing).push(...more)
    },
  },
  {
    name: 'does not say how long to wait',
    noticedBy: 'rate limit: a burst is answered 429, and after its retry-after the key may call again',
    alter: ({ headers }) => {
      delete headers['retry-after']
    },
  },
  {
    name: 'has one come back too early',
    // On a stopped clock the burst's second never ends, however slow the machine is.
    clock: { ...systemClock, now: () => BURST_AT, monotonic: () => 0 },
    noticedBy: 'rate limit: a burst is answered 429, and after its retry-after the key may call again',
    alter: ({ headers }) => {
      if ('retry-after' in headers) headers['retry-after'] = '0'
    },
  },
]

// These burst into a window of a real second, which the burst may outlast if other tests run beside it.
const BURSTS = DEVIATIONS.filter(({ noticedBy }) => noticedBy.startsWith('rate limit'))

test.concurrent.each(DEVIATIONS.filter((deviation) => !BURSTS.includes(deviation)))(
  'an upstream that $name is noticed',
  notices,
)
test.each(BURSTS)('an upstream that $name is noticed', notices)

async function notices({ noticedBy, clock, ...deviation }: (typeof DEVIATIONS)[number]): Promise<void> {
  const sandbox = await openSandboxTarget(clock ? { clock } : {})
  const upstream = await serveDeviating(sandbox.baseUrl, deviation)
  const session = openSession({ ...sandbox, baseUrl: upstream.baseUrl })
  const checks = CHECKS.filter(({ topic, name }) => `${topic}: ${name}` === noticedBy)
  expect(checks).toHaveLength(1)
  for (const check of checks) expect(await judge(session, check)).toMatchObject({ state: 'differs' })
  await session.close()
  await upstream.close()
  await sandbox.close()
}
