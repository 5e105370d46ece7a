import { describe, expect, test } from 'vitest'
import { chargeForItems } from '@/lib/kernel'
import { SANDBOX_SERVICES, SANDBOX_SUGGESTIONS, type SandboxService, SERVICE_PRICES } from '@/lib/sandbox'
import { OPERATIONS, type ServiceReply, SPEECHES, speak } from './speak'
import { request } from './start'

/** The next cursor of a last page, and of a page without items. */
const END_SIGNS = {
  'twitterapi.io': [expect.stringMatching(/^.{20,}$/), ''],
  socialdata: [null, null],
  x: [undefined, undefined],
  getxapi: [expect.stringMatching(/^.{20,}$/), null],
  xquik: ['', ''],
} as const

const CREDIT = 1_000_000_000

/** Price of a page, by its items and those not yet sold on this day. */
const PAGE_PRICES: Readonly<
  Record<SandboxService, (isFollowers: boolean, items: number, unsold: number) => bigint>
> = {
  'twitterapi.io': (isFollowers, items) =>
    isFollowers
      ? BigInt(CREDIT * Math.max(60, items * (items >= 200 ? 1 : items >= 100 ? 2 : 3)))
      : BigInt(CREDIT * Math.max(15, items * 15)),
  socialdata: (_, items) => BigInt(items * 200_000),
  x: (isFollowers, _, unsold) => BigInt(unsold * (isFollowers ? 10_000_000 : 5_000_000)),
  getxapi: () => 1_000_000n,
  xquik: (_, items) => BigInt(items * CREDIT),
}

/** Answer of each service for a nonexistent user. */
const UNKNOWN_USERS = {
  'twitterapi.io': [200, { status: 'error', msg: 'user not found' }],
  socialdata: [404, { status: 'error', message: 'User not found' }],
  x: [200, { errors: [expect.objectContaining({ title: 'Not Found Error', resource_type: 'user' })] }],
  getxapi: [404, { error: 'User not found' }],
  xquik: [404, { error: 'user_not_found', message: expect.any(String) }],
} as const

const NO_KEYS = { 'twitterapi.io': 403, socialdata: 401, x: 401, getxapi: 401, xquik: 401 } as const

/** A refused request and its refusal; X refuses whatever it does not know. */
const REFUSED = {
  'twitterapi.io': ['/twitter/tweet/advanced_search', 400, { detail: 'query is required' }],
  socialdata: ['/twitter/search', 422, { status: 'error', message: 'The query field is required.' }],
  x: ['/2/tweets/search/recent?query=coffee&count=20', 400, { title: 'Invalid Request' }],
  getxapi: ['/twitter/tweet/advanced_search', 400, { error: 'Missing required query param: q' }],
  xquik: ['/api/v1/x/tweets/search', 400, { error: 'missing_query' }],
} as const

/** Requests that pass in a window, its length, and the retry-after of a 429. */
const WINDOWS = {
  'twitterapi.io': { calls: 20, perMs: 1000, retryAfter: null },
  socialdata: { calls: 120, perMs: 60_000, retryAfter: '60' },
  x: { calls: 450, perMs: 900_000, retryAfter: null },
  getxapi: { calls: 10, perMs: 1000, retryAfter: null },
  xquik: { calls: 300, perMs: 1000, retryAfter: '1' },
} as const

const EMPTY_WALLETS = {
  'twitterapi.io': { message: 'Credits is not enough.Please recharge' },
  socialdata: { status: 'error' },
  x: { title: 'CreditsDepleted' },
  getxapi: { error: 'Insufficient credits' },
  xquik: { error: 'insufficient_credits' },
} as const

describe.each(SANDBOX_SERVICES)('The sandbox as %s', (service) => {
  test('a key has the service’s form, is accepted only in its place, and gives the balance', async () => {
    const { get, key, speech, baseUrl } = await speak(service, { balanceNano: 12_000_000_000n })
    expect(key).toMatch(speech.keyForm)
    const told = await get(speech.account)
    expect([told.status, speech.balance(told.body)]).toEqual([200, 12])
    expect((await get(speech.account, {})).status).toBe(NO_KEYS[service])
    expect((await get(speech.account, speech.elsewhere(key))).status).toBe(NO_KEYS[service])
    expect((await get(speech.account, speech.header(`${key}x`))).status).toBe(401)
    expect((await get('/v1/me')).status).toBe(404)
    const posted = await fetch(baseUrl + speech.account, { method: 'POST', headers: speech.header(key) })
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET'])
  })

  test('each list is read to its end: every item comes once, and the books state what was sold', async () => {
    const speaker = await speak(service)
    const { perLookUp, unit } = SERVICE_PRICES[service]
    let chargedNano = 0n
    const sold = new Set<string>()
    for (const operation of OPERATIONS) {
      const pages = await speaker.readAll(operation)
      const items = pages.flatMap((page) => speaker.itemsOf(operation, page) ?? [])
      const ids = items.map((item) => item[speaker.speech.idField])
      expect(pages.length).toBeGreaterThan(2)
      expect(new Set(ids).size).toBe(ids.length)
      for (const id of ids) expect(id).toMatch(/^\d{17,}$/)
      const last = pages.at(-1) ?? {}
      expect(speaker.speech.next(last)).toEqual(END_SIGNS[service][0])
      const counts = { pages: pages.length, items: items.length }
      expect(speaker.books().lists[operation]).toEqual({
        ...counts,
        deliveredPages: counts.pages,
        deliveredItems: counts.items,
        emptyPages: 0,
        pagesPastEnd: 0,
      })
      for (const page of pages) {
        const own = (speaker.itemsOf(operation, page) ?? []).map((item) => item[speaker.speech.idField])
        const unsold = own.filter((id) => !sold.has(`${operation === 'followers'} ${id}`))
        for (const id of own) sold.add(`${operation === 'followers'} ${id}`)
        chargedNano += PAGE_PRICES[service](operation === 'followers', own.length, unsold.length)
      }
    }
    const { lookUps, ...books } = speaker.books()
    expect(lookUps).toBe(speaker.speech.lookUp === null ? 0 : 2)
    chargedNano += chargeForItems(lookUps, perLookUp)
    expect(books).toMatchObject({ unit, chargedNano, refused: 0 })
    expect(speaker.sandbox.operator.state()[0]?.balanceNano).toBe(10_000_000_000_000_000n - chargedNano)
  })

  test('an empty search has the service’s form, costs the minimum, and counts as an empty page', async () => {
    const { get, list, itemsOf, speech, books } = await speak(service)
    const { status, body } = await get(await list('search', 'nothing-has-these-words'))
    expect(status).toBe(200)
    expect(itemsOf('search', body)).toEqual(service === 'x' ? undefined : [])
    expect([speech.hasMore(body), speech.next(body)]).toEqual([false, END_SIGNS[service][1]])
    if (service === 'x') expect(body).toEqual({ meta: { result_count: 0 } })
    const chargedNano = PAGE_PRICES[service](false, 0, 0)
    expect(books()).toMatchObject({ chargedNano, lists: { search: { pages: 1, emptyPages: 1 } } })
  })

  test('a search has the requested order, newest first by default', async () => {
    const { get, list, itemsOf, speech } = await speak(service, { stepMs: 0 })
    const search = async (order: string) =>
      itemsOf('search', (await get((await list('search')) + order)).body)
    const newest = await search('')
    expect(await search(`&${speech.latest}`)).toEqual(newest)
    expect(await search(`&${speech.top}`)).not.toEqual(newest)
    const other = speech.top.replace(/=.*/, '=popular')
    expect((await get(`${await list('search')}&${other}`)).status).toBeGreaterThanOrEqual(400)
  })

  test('a nonexistent user is reported in the service’s way, and costs nothing', async () => {
    const { get, speech, books } = await speak(service)
    const path = speech.lookUp === null ? speech.lists.timeline('nobody') : `${speech.lookUp}nobody`
    const { status, body } = await get(path)
    expect([status, body]).toEqual(UNKNOWN_USERS[service])
    expect(books()).toMatchObject({ chargedNano: 0n, lookUps: 0, lists: { timeline: { pages: 0 } } })
  })

  test('protected and suspended users are refused, and the key continues to work', async () => {
    const { get, list, itemsOf, speech } = await speak(service)
    for (const user of [SANDBOX_SUGGESTIONS.protectedUser, SANDBOX_SUGGESTIONS.suspendedUser]) {
      const path = await list('timeline', user).catch(() => speech.lists.timeline('1'))
      const { status, body } = await get(path)
      expect(itemsOf('timeline', body)).toBeUndefined()
      expect([200, 400, 401, 403, 404]).toContain(status)
    }
    expect((await get(speech.account)).status).toBe(200)
  })

  test('a missing or unknown parameter is refused in the service’s form', async () => {
    const { get, list, books } = await speak(service)
    const [path, status, body] = REFUSED[service]
    const refused = await get(path)
    expect([refused.status, refused.body]).toEqual([status, expect.objectContaining(body)])
    const unknown = await get(`${await list('search')}&count=20&product2=Top`)
    expect(unknown.status).toBe(service === 'x' ? 400 : 200)
    const altered = `${await list('timeline')}&${SPEECHES[service].cursor}=made-up`
    expect((await get(altered)).status).toBe(service === 'socialdata' ? 422 : 400)
    expect(books().lists.timeline.pages).toBe(0)
  })

  test('a window lets its calls pass, refuses the next, and opens when the first has left it', async () => {
    const { get, list, clock, books } = await speak(service, { stepMs: 0 })
    const { calls, perMs, retryAfter } = WINDOWS[service]
    const path = await list('search', 'nothing-has-these-words')
    const replies: ServiceReply[] = []
    for (let call = 0; call < calls; call++) replies.push(await get(path))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const late = await get(path)
    expect([late.status, late.headers.get('retry-after')]).toEqual([429, retryAfter])
    expect(books()).toMatchObject({ requests: calls + 1, refused: 1, lists: { search: { pages: calls } } })
    clock.advance(perMs - 1)
    expect((await get(path)).status).toBe(429)
    clock.advance(1)
    expect((await get(path)).status).toBe(200)
  })

  test('a wallet that does not cover a page is answered 402, and nothing is charged', async () => {
    const { get, list, books } = await speak(service, { balanceNano: 1n })
    const empty = await get(await list('search'))
    expect([empty.status, empty.body]).toEqual([402, expect.objectContaining(EMPTY_WALLETS[service])])
    expect(books().chargedNano).toBe(0n)
  })

  test('at the root address it behaves the same, and other keys are refused', async () => {
    const { get, list, sandbox, speech, itemsOf, baseUrl } = await speak(service, { atRoot: true })
    expect((await get(speech.account)).status).toBe(200)
    expect(itemsOf('timeline', (await get(await list('timeline'))).body)?.length).toBeGreaterThan(5)
    const plain = sandbox.operator.createWallet({ name: 'Plain', balanceNano: 1_000_000_000n, pack: 'Scale' })
    const key = sandbox.operator.createKey(plain.walletId).reveal()
    expect((await get(speech.account, speech.header(key))).status).toBe(401)
    sandbox.choosePreset('plain')
    expect((await request(`${baseUrl}/v1/me`, { headers: { 'x-api-key': key } })).status).toBe(200)
    expect((await request(`${baseUrl}/v1/me`, { headers: speech.header(key) })).status).toBe(200)
  })

  test.each([
    ['500-after-charge', 500],
    ['429-without-retry-after', 429],
  ] as const)('%s affects its pages', async (name, status) => {
    const { get, list, sandbox, books } = await speak(service)
    const path = await list('timeline')
    sandbox.setFault({ name })
    expect((await get(path)).status).toBe(status)
    const { pages, deliveredPages } = books().lists.timeline
    expect([pages, deliveredPages]).toEqual([status === 500 ? 1 : 0, 0])
  })

  test('repeated-cursor, cursor-a-number, empty-page-with-cursor and more-than-maximum follow its form', async () => {
    const { get, list, sandbox, speech, itemsOf, books } = await speak(service)
    const path = await list('timeline')
    const first = await get(path)
    const cursor = String(speech.next(first.body))
    const second = `${path}&${speech.cursor}=${encodeURIComponent(cursor)}`
    sandbox.setFault({ name: 'repeated-cursor' })
    const { body } = await get(second)
    expect([speech.hasMore(body), speech.next(body)]).toEqual([true, cursor])
    sandbox.setFault({ name: 'cursor-a-number' })
    expect(speech.next((await get(second)).body)).toBe(1)
    sandbox.setFault({ name: 'cursor-not-a-text' })
    const nothing = await get(await list('search', 'nothing-has-these-words'))
    expect(typeof speech.next(nothing.body)).toMatch(/object|boolean/)
    sandbox.setFault({ name: 'endless-pages' })
    const again = String(speech.next((await get(path)).body))
    const third = await get(`${path}&${speech.cursor}=${again}`)
    expect(itemsOf('timeline', third.body)).toEqual(itemsOf('timeline', first.body))
    sandbox.setFault({ name: 'empty-page-with-cursor' })
    const empty = (await get(path)).body
    expect([speech.hasMore(empty), itemsOf('timeline', empty) ?? []]).toEqual([true, []])
    expect(books().lists.timeline).toMatchObject({ emptyPages: 1, pagesPastEnd: 0 })
    sandbox.setFault({ name: 'more-than-maximum' })
    const many = itemsOf('timeline', (await get(path)).body)?.length ?? 0
    expect(many).toBeGreaterThan(39)
    sandbox.setFault({ name: 'items-not-an-array' })
    expect((await get(path)).status).toBe(200)
  })

  test('key-info-wrong-types affects only its account', async () => {
    const { get, list, speech, itemsOf, sandbox } = await speak(service)
    const path = await list('timeline')
    sandbox.setFault({ name: 'key-info-wrong-types' })
    const told = await Promise.all(Array.from({ length: 12 }, () => get(speech.account)))
    expect(told.some(({ text }) => text.includes('"plenty"'))).toBe(true)
    expect(itemsOf('timeline', (await get(path)).body)?.length).toBeGreaterThan(5)
  })
})
