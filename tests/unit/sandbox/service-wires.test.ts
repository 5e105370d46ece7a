import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { NANO_PER_CREDIT } from '@/lib/kernel'
import {
  createSandbox,
  FORM_NAMES,
  parseFormName,
  SANDBOX_SERVICES,
  SANDBOX_SUGGESTIONS,
  servicePath,
} from '@/lib/sandbox'
import { startSandbox } from '@/lib/server/runtime/sandbox-upstream'
import { createManualClock } from './manual-clock'
import { SPEECHES, speak } from './speak'
import { request, start } from './start'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-services-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const EMPTY_PAGE = { 'twitterapi.io': 60_000_000_000n, getxapi: 1_000_000n } as const

describe('After the last page', () => {
  test.each(['twitterapi.io', 'getxapi'] as const)(
    '%s: the last page’s cursor leads to an empty page, which the books distinguish',
    async (service) => {
      const speaker = await speak(service)
      const { speech, get, itemsOf, books } = speaker
      const last = (await speaker.readAll('followers')).at(-1) ?? {}
      const { chargedNano } = books()
      const behind = await get(
        `${speech.lists.followers('lupe')}&cursor=${encodeURIComponent(String(last.next_cursor))}`,
      )
      expect([behind.status, itemsOf('followers', behind.body)]).toEqual([200, []])
      expect(speech.hasMore(behind.body)).toBe(false)
      expect(books().lists.followers).toMatchObject({ emptyPages: 1, pagesPastEnd: 1 })
      // Even an empty page costs something.
      expect(books().chargedNano - chargedNano).toBe(EMPTY_PAGE[service])
    },
  )
})

describe('X', () => {
  test('every answer states the window of its endpoint; another endpoint has its own', async () => {
    const { get, list, clock, speech } = await speak('x', { stepMs: 0 })
    const rateOf = async (path: string) => {
      const { status, headers } = await get(path)
      const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
        Number(headers.get(`x-rate-limit-${name}`)),
      )
      return { status, limit, remaining, reset }
    }
    const path = await list('search')
    const reset = Math.ceil(clock.now().getTime() / 1000) + 900
    expect(await rateOf(path)).toEqual({ status: 200, limit: 450, remaining: 449, reset })
    clock.advance(60_000)
    expect(await rateOf(path)).toEqual({ status: 200, limit: 450, remaining: 448, reset })
    expect(await rateOf('/2/tweets/search/recent')).toMatchObject({ status: 400, remaining: 447 })
    expect(await rateOf(await list('followers'))).toMatchObject({ limit: 300, remaining: 299 })
    expect((await get(path, speech.header('nobody'))).headers.get('x-rate-limit-limit')).toBeNull()
    for (let call = 0; call < 447; call++) await get(path)
    expect(await rateOf(path)).toEqual({ status: 429, limit: 450, remaining: 0, reset })
    expect((await rateOf(await list('followers'))).status).toBe(200)
    clock.advance(840_000)
    expect(await rateOf(path)).toMatchObject({ status: 200, remaining: 0 })
  })

  test('times, authors and counts are sent only on request', async () => {
    const { get, list, itemsOf } = await speak('x')
    const path = await list('search')
    const plain = (await get(path)).body
    expect(Object.keys(itemsOf('search', plain)?.[0] ?? {})).toEqual(['id', 'text', 'edit_history_tweet_ids'])
    expect(plain).not.toHaveProperty('includes')
    const fields = 'tweet.fields=created_at,author_id,public_metrics&expansions=author_id'
    const { body } = await get(`${path}&${fields}`)
    const [tweet] = itemsOf('search', body) ?? []
    expect(tweet).toMatchObject({
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      public_metrics: { like_count: expect.any(Number) },
    })
    expect(body.includes).toMatchObject({
      users: expect.arrayContaining([
        { id: tweet?.author_id, name: expect.any(String), username: expect.any(String) },
      ]),
    })
    const followers = await get(`${await list('followers')}&user.fields=created_at`)
    expect(itemsOf('followers', followers.body)?.[0]).toHaveProperty('created_at')
  })

  test('a size out of bounds is refused, and a search accepts its token under both names', async () => {
    const { get, list, itemsOf, speech } = await speak('x')
    const path = await list('search')
    for (const size of [0, 9, 101, 'many'])
      expect((await get(`${path}&max_results=${size}`)).status).toBe(400)
    const first = await get(`${path}&max_results=11`)
    expect(itemsOf('search', first.body)).toHaveLength(11)
    const token = encodeURIComponent(String(speech.next(first.body)))
    const second = await get(`${path}&max_results=11&next_token=${token}`)
    expect(second.body).toEqual((await get(`${path}&max_results=11&pagination_token=${token}`)).body)
    expect(second.body).not.toEqual(first.body)
  })

  test('a handle is not an id; protected users can be looked up, suspended ones cannot', async () => {
    const { get, list, speech, books } = await speak('x')
    expect((await get(speech.lists.timeline('ada'))).status).toBe(400)
    const { protectedUser, suspendedUser } = SANDBOX_SUGGESTIONS
    const refused = await get(await list('timeline', protectedUser))
    expect([refused.status, refused.body]).toEqual([
      200,
      { errors: [expect.objectContaining({ title: 'Authorization Error' })] },
    ])
    expect((await get(`/2/users/by/username/${suspendedUser}`)).body).toEqual({
      errors: [expect.objectContaining({ title: 'Forbidden', value: suspendedUser })],
    })
    expect(books()).toMatchObject({ lookUps: 1, lists: { timeline: { pages: 0 } } })
  })

  test('the balance may be refused with 404 and no body, while the usage of posts is stated', async () => {
    const { get, speech, sandbox, walletId } = await speak('x')
    sandbox.operator.tellBalance(walletId, false)
    const told = await get(speech.account)
    expect([told.status, told.text, told.headers.get('content-type')]).toEqual([
      404,
      '',
      expect.not.stringContaining('json'),
    ])
    expect((await get('/2/usage/tweets')).status).toBe(200)
    sandbox.operator.tellBalance(walletId, true)
    expect((await get(speech.account)).status).toBe(200)
  })
})

test('twitterapi.io: times have Twitter’s form, pageSize is kept within its limits, the pinned post is separate', async () => {
  const { get, list, itemsOf, books } = await speak('twitterapi.io')
  const timeline = await get(await list('timeline'))
  const pinned = itemsOf('timeline', timeline.body)?.at(-1)
  expect(timeline.body).toMatchObject({ status: 'success', code: 0, data: { pin_tweet: pinned } })
  expect(books().lists.timeline).toMatchObject({ pages: 1, items: 20 })
  expect(itemsOf('timeline', timeline.body)?.[0]?.createdAt).toMatch(
    /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d\d \d\d:\d\d:\d\d \+0000 \d{4}$/,
  )
  const path = await list('followers')
  for (const [asked, given] of [
    ['', 200],
    ['&pageSize=5', 20],
    ['&pageSize=50', 50],
    ['&pageSize=900', 200],
  ])
    expect(itemsOf('followers', (await get(`${path}${asked}`)).body)).toHaveLength(Number(given))
})

test('SocialData: ids are numbers that lose digits, and texts that do not', async () => {
  const { get, list } = await speak('socialdata')
  const { text } = await get(await list('timeline'))
  const [, number, written] = /"id":(\d{17,}),"id_str":"(\d+)"/.exec(text) ?? []
  expect(number).toBe(written)
  expect(String(Number(number))).not.toBe(written)
})

test('Xquik: all keys of a wallet share one rate, and a wallet that covers part of a page gets that part', async () => {
  const { get, list, itemsOf, sandbox, walletId, speech, books } = await speak('xquik', {
    balanceNano: 27n * NANO_PER_CREDIT,
    stepMs: 0,
  })
  const path = await list('timeline')
  expect(itemsOf('timeline', (await get(path)).body)).toHaveLength(20)
  const short = (await get(path)).body
  expect([itemsOf('timeline', short)?.length, speech.hasMore(short)]).toEqual([7, true])
  expect((await get(path)).status).toBe(402)
  expect(books().chargedNano).toBe(27n * NANO_PER_CREDIT)
  sandbox.operator.chooseRate(walletId, { calls: 4, perMs: 1000 })
  const other = sandbox.operator.createKey(walletId).reveal()
  expect((await get(speech.account, speech.header(other))).status).toBe(200)
  const late = await get(speech.account)
  expect([late.status, late.body]).toEqual([
    429,
    expect.objectContaining({ error: 'rate_limit_exceeded', retryAfter: 1, retryAfterMs: 1000 }),
  ])
})

describe('One sandbox', () => {
  test('serves every service at once, each with its own keys and books', async () => {
    const { sandbox, baseUrl, get } = await start()
    for (const service of SANDBOX_SERVICES) {
      const { walletId } = sandbox.operator.createWallet({ name: 'Own', balanceNano: 1n, service })
      const key = sandbox.operator.createKey(walletId).reveal()
      const { account, header } = SPEECHES[service]
      for (const other of SANDBOX_SERVICES) {
        const told = await request(`${baseUrl}${servicePath(other)}${SPEECHES[other].account}`, {
          headers: SPEECHES[other].header(key),
        })
        expect([service, other, told.status === 200]).toEqual([service, other, service === other])
      }
      expect((await request(`${baseUrl}${account}`, { headers: header(key) })).status).toBe(404)
      expect(sandbox.operator.books(walletId).requests).toBe(1)
    }
    expect((await get('/as/nobody/v1/me')).status).toBe(404)
    expect((await get('/v1/me')).status).toBe(200)
  })

  test('gives a wallet the rate of its plan', async () => {
    const { get, speech, sandbox, walletId, clock } = await speak('twitterapi.io', { stepMs: 0 })
    const passed = async (calls: number) => {
      const statuses: number[] = []
      for (let call = 0; call < calls; call++) statuses.push((await get(speech.account)).status)
      return statuses.filter((status) => status === 200).length
    }
    sandbox.operator.chooseRate(walletId, { calls: 1, perMs: 5000 })
    expect(await passed(2)).toBe(1)
    clock.advance(5000)
    expect(await passed(2)).toBe(1)
    sandbox.operator.chooseRate(walletId, { calls: 50, perMs: 1000 })
    expect(await passed(51)).toBe(50)
    sandbox.operator.chooseRate(walletId, null)
    clock.advance(1000)
    expect(await passed(21)).toBe(20)
    for (const rate of [
      { calls: 0, perMs: 1000 },
      { calls: 1, perMs: 0.5 },
    ])
      expect(() => sandbox.operator.chooseRate(walletId, rate)).toThrow('whole number')
    expect(() => sandbox.operator.buyPack(walletId, 'Scale')).toThrow('sells no packs')
  })

  test('keeps wallets of services, their rates and their books across a restart', async () => {
    const dataDir = await makeFolder()
    const first = await createSandbox({ dataDir, clock: createManualClock() })
    const { walletId } = first.operator.createWallet({
      name: 'Kept',
      balanceNano: 30n * NANO_PER_CREDIT,
      service: 'xquik',
    })
    first.operator.chooseRate(walletId, { calls: 7, perMs: 2000 })
    const key = first.operator.createKey(walletId).reveal()
    const ask = async (baseUrl: string) =>
      request(`${baseUrl}/as/xquik/api/v1/x/users/ada/tweets`, { headers: { 'x-api-key': key } })
    expect((await ask((await first.listen({ port: 0 })).baseUrl)).status).toBe(200)
    const [books, state] = [first.operator.books(walletId), first.operator.state()]
    await first.close()
    const second = await createSandbox({ dataDir, clock: createManualClock() })
    onTestFinished(() => second.close())
    expect(second.operator.books(walletId)).toEqual(books)
    expect(second.operator.state()).toEqual(state)
    expect((await ask((await second.listen({ port: 0 })).baseUrl)).status).toBe(200)
  })

  test('sells at the operator’s price for one wallet', async () => {
    const { get, list, sandbox, walletId, books } = await speak('socialdata')
    sandbox.setPrice('search', 5n, walletId)
    sandbox.setPrice('search', 9n)
    await get(await list('search'))
    expect(books().chargedNano).toBe(100n)
  })

  test('names every form that it supports', () => {
    expect(FORM_NAMES).toEqual(['plain', 'nested', 'legacy', ...SANDBOX_SERVICES])
    expect(parseFormName('x')).toBe('x')
    expect(() => parseFormName('y')).toThrow('choose one of plain, nested, legacy, twitterapi.io')
  })
})

describe('The operator of services', () => {
  test('manages a wallet of a service on the control port: its key, rate and books', async () => {
    const { sandbox, baseUrl } = await start()
    const { baseUrl: control } = await sandbox.listenControl({ port: 0 })
    const post = async (path: string, body: unknown) => {
      const response = await fetch(control + path, { method: 'POST', body: JSON.stringify(body) })
      const told: Record<string, string> = await response.json()
      return { status: response.status, told }
    }
    const { told } = await post('/wallets', { name: 'Mine', balance: '2.5', service: 'socialdata' })
    const wallet = `/wallets/${told.walletId}`
    const { key = '' } = (await post(`${wallet}/keys`, {})).told
    expect((await post(`${wallet}/rate`, { calls: 1, perMs: 60_000 })).status).toBe(200)
    const search = () =>
      request(`${baseUrl}/as/socialdata/twitter/search?query=coffee`, {
        headers: { authorization: `Bearer ${key}` },
      })
    expect([(await search()).status, (await search()).status]).toEqual([200, 429])
    const state: { wallets: object[] } = JSON.parse((await request(`${control}/state`)).text)
    expect(state.wallets.at(-1)).toMatchObject({
      name: 'Mine',
      service: 'socialdata',
      unit: 'USD',
      balance: '2.496',
      charged: '0.004',
      rate: { calls: 1, perMs: 60_000 },
      keys: [{ refused: 1, lists: { search: { pages: 1, items: 20 } } }],
    })
    expect((await post(`${wallet}/balance`, { tells: false })).status).toBe(200)
    for (const [path, body] of [
      ['/wallets', { name: 'Other', service: 'y' }],
      ['/wallets', { name: 'Other', service: 'x', pack: 'Scale' }],
      [`${wallet}/rate`, { calls: 'many', perMs: 1 }],
      [`${wallet}/packs`, { pack: 'Scale' }],
    ] as const)
      expect((await post(path, body)).status).toBe(400)
    expect(sandbox.operator.state()).toHaveLength(2)
  })

  test('issues keys of several services inside Purser, each for its own address', async () => {
    const sandbox = await startSandbox(await makeFolder(), createManualClock())
    onTestFinished(() => sandbox.close())
    for (const service of SANDBOX_SERVICES) {
      const { account, header, balance, keyForm } = SPEECHES[service]
      const key = (await sandbox.issueKey('a wallet', service)).reveal()
      expect(key).toMatch(keyForm)
      const told = await fetch(`${sandbox.services[service]?.baseUrl}${account}`, { headers: header(key) })
      expect([100, 100_000]).toContain(balance(await told.json()))
    }
    const plain = (await sandbox.issueKey('a wallet', 'interface')).reveal()
    const me = await request(`${sandbox.services.interface?.baseUrl}/v1/me`, {
      headers: { 'x-api-key': plain },
    })
    expect(me.body).toMatchObject({ balance: 100_000, rate_limit_qps: 100 })
  })
})
