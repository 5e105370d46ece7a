import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addKey, readBalance } from '@/lib/keys/keys'
import { setPrice, setPriceInput } from '@/lib/money/prices'
import { findAnomalies, getWalletReport, reconcileWallet } from '@/lib/money/statements'
import type { TeamCtx } from '@/lib/platform/db'
import type { SandboxService } from '@/lib/sandbox'
import { providerPrices } from '@/lib/upstream/providers'
import { makeService, openGateway, type TestService } from '@/tests/factories/gateway'
import { type ServiceUpstream, startServiceUpstream } from '@/tests/factories/service-upstream'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { describeOnSqlite, type TestDb } from '@/tests/support/databases'

const MINUTE_MS = 60_000

describeOnSqlite('callers of services', (open) => {
  let opened: TestDb
  let clock: TestClock
  let serviceClock: TestClock
  let upstream: ServiceUpstream
  let team: TestTeam
  let ctx: TeamCtx
  let caller: TestService
  let sandboxWallet: string
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(async () => {
    await upstream.close()
    await opened.close()
  })

  async function start(service: SandboxService, startsAt = new Date('2026-03-10T12:00:00Z')): Promise<void> {
    clock = makeTestClock(startsAt)
    serviceClock = makeTestClock(startsAt)
    upstream = await startServiceUpstream(service, {
      ...{ clock, sandboxClock: serviceClock, rate: { calls: 1000, perMs: 1000 } },
    })
    team = await makeTeam(opened.db, clock)
    ctx = team.admin
    const issued = upstream.issueKey({ balanceNano: 1_000_000_000_000_000n })
    sandboxWallet = issued.walletId
    const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
    const { id: keyId } = await addKey(ctx, upstream, { key: issued.key, name: '', ...where })
    caller = await makeService(openGateway(upstream, team, clock), upstream, team, { keyId })
  }
  const books = () => upstream.sandbox.operator.books(sandboxWallet)
  const pass = (ms: number) => {
    clock.advance(ms)
    serviceClock.advance(ms)
  }
  async function read(): Promise<void> {
    pass(3 * MINUTE_MS)
    await readBalance(ctx, upstream, team.walletId, 'schedule')
    await reconcileWallet(ctx, team.walletId, providerPrices((await upstream.upstreams.for(ctx)).provider))
  }
  const ledgerNano = async (): Promise<bigint> => {
    const { _sum } = await opened.db.ledgerEntry.aggregate({ _sum: { chargeNano: true } })
    return _sum.chargeNano ?? 0n
  }
  const report = async () =>
    getWalletReport(ctx, team.walletId, {
      from: new Date(0),
      to: new Date(clock.now().getTime() + 86_400_000),
    })
  const told = async () => {
    const { statement } = await report()
    const { outsideNano, topUpNano, unexplainedNano, unpricedNano, lostNano } =
      statement ?? expect.unreachable()
    return { outsideNano, topUpNano, unexplainedNano, unpricedNano, lostNano }
  }
  const NOBODY = { outsideNano: 0n, topUpNano: 0n, unexplainedNano: 0n, unpricedNano: 0n, lostNano: 0n }

  /** Returns the ids of posts and people in a page. */
  async function idsOf(target: string): Promise<string[]> {
    const { status, text } = await caller.ask(target)
    expect(status).toBe(200)
    return [...new Set([...text.matchAll(/"id(?:_str)?":\s*"?(\d{5,})"?/g)].map(([, id = '']) => id))]
  }

  describe('further paths with odd ids: the ledger equals the service’s books', () => {
    test.each([
      ['x', '/2/tweets/search/recent?query=rain', (ids: string) => `/2/tweets?ids=${ids}`],
      [
        'x',
        '/2/tweets/search/recent?query=rain&expansions=author_id',
        (ids: string) => `/2/users?ids=${ids}`,
      ],
      ['xquik', '/api/v1/x/tweets/search?q=rain', (ids: string) => `/api/v1/x/tweets?ids=${ids}`],
      [
        'twitterapi.io',
        '/twitter/tweet/advanced_search?query=rain',
        (ids: string) => `/twitter/tweets?tweet_ids=${ids}`,
      ],
    ] as const)('%s %s', async (service, first, path) => {
      await start(service)
      await read()
      const ids = await idsOf(first)
      const [a = '', b = '', c = ''] = ids
      const odd = [
        [a, a, a].join(','),
        [a, '', b, ''].join(','),
        `${a},999999999999999999,${c}`,
        '999999999999999999',
        '',
        ',',
        `${a}%2C${b}`,
        `${a}%20,${b}`,
        [...ids, ...ids, ...ids, ...ids, ...ids, ...ids].slice(0, 100).join(','),
        [...ids, ...ids, ...ids, ...ids, ...ids, ...ids].slice(0, 101).join(','),
      ]
      for (const each of odd) {
        const before = [books().chargedNano, await ledgerNano()] as const
        const { status } = await caller.ask(path(each))
        const [service_, ledger] = [books().chargedNano - before[0], (await ledgerNano()) - before[1]]
        expect({ each, status, ledger }).toEqual({ each, status, ledger: service_ })
      }
      await caller.ask(`${path(a)}&${path(b).split('?')[1]}`)
      await read()
      await caller.ask(first)
      await read()
      expect(await ledgerNano()).toBe(books().chargedNano)
      expect(await told()).toEqual(NOBODY)
    })
  })

  test('look-ups and single users and posts of X are charged once a day, whatever path was used', async () => {
    await start('x')
    await read()
    await caller.ask('/2/users/by/username/ada')
    const [id = ''] = await idsOf('/2/users/by/username/ada')
    for (const target of [
      `/2/users/${id}`,
      '/2/users/by?usernames=ada,Ada,ada',
      `/2/users?ids=${id}`,
      '/2/users/by/username/nobody_of_that_name',
      '/2/users/by/username/ADA',
      '/2/users/by/username/quiet_quentin',
      '/2/users/by/username/gone_gabriel',
      '/2/users/1',
      '/2/tweets/1',
      `/2/users/${id}/followers?max_results=1000`,
      `/2/users/${id}/followers?max_results=1000`,
      '/2/usage/tweets',
      '/2/usage/credits',
    ]) {
      const { status } = await caller.ask(target)
      expect({ target, status, ledger: await ledgerNano() }).toEqual({
        target,
        status,
        ledger: books().chargedNano,
      })
    }
    await read()
    expect(await told()).toEqual(NOBODY)
  })

  describe('a thief who takes half as much as the team, each hour', () => {
    test.each([
      ['getxapi', '/twitter/tweet/advanced_search?q=rain'],
      ['xquik', '/api/v1/x/tweets/search?q=rain'],
      ['twitterapi.io', '/twitter/tweet/advanced_search?query=rain'],
      ['socialdata', '/twitter/search?query=rain'],
    ] as const)('%s: is reported', async (service, target) => {
      await start(service)
      const thief = upstream.sandbox.operator.createKey(sandboxWallet)
      const client = await upstream.upstreams.for(ctx)
      await read()
      let stolen = 0n
      for (let hour = 0; hour < 4; hour++) {
        pass(57 * MINUTE_MS)
        for (let page = 0; page < 4; page++) await caller.ask(target)
        const before = books().chargedNano
        for (let page = 0; page < 2; page++)
          await client.fetchPage(thief, { operation: 'search', subject: 'rain', count: 20 })
        stolen += books().chargedNano - before
        await read()
      }
      const { outside } = await findAnomalies(ctx)
      expect(outside.reduce((sum, { nano }) => sum + nano, 0n)).toBe(stolen)
    })
  })

  test('a lost call is resolved with the items that its charge bought, not three times as many', async () => {
    await start('twitterapi.io')
    await read()
    await read()
    upstream.sandbox.setFault({ name: '500-after-charge', only: 'pages' })
    await caller.ask('/twitter/user/followers?userName=ada&pageSize=50')
    upstream.sandbox.setFault(null)
    await read()
    await read()
    await read()
    expect(await opened.db.resolution.findMany()).toMatchObject([{ chargeNano: 150_000_000_000n, items: 50 }])
  })

  test.each([-2000, 2000])(
    'a service whose clock is %s ms off at the start of a day causes no outside spend',
    async (ms) => {
      await start('x', new Date('2026-03-10T23:00:00Z'))
      if (ms < 0) clock.advance(-ms)
      else serviceClock.advance(ms)
      await read()
      const hourly = () => caller.ask('/2/tweets/search/recent?query=rain&max_results=100')
      // An hourly job: at 23:03, when one of the clocks strikes midnight, and an hour later.
      await hourly()
      const cut = new Date('2026-03-11T00:00:00Z').getTime()
      const ahead = Math.max(clock.now().getTime(), serviceClock.now().getTime())
      pass(cut - ahead + 500)
      await hourly()
      await read()
      const afterMidnight = await told()
      pass(60 * MINUTE_MS)
      await hourly()
      await read()
      const { outside } = await findAnomalies(ctx)
      expect(outside.map(({ nano }) => nano)).toEqual([])
      expect([afterMidnight, await told()]).toEqual([NOBODY, NOBODY])
    },
  )

  test('a price that leaves no whole amounts for the other parts of a tariff is refused, saying where to change it', async () => {
    await start('twitterapi.io')
    const { provider } = await upstream.upstreams.for(ctx)
    await expect(
      setPrice(ctx, setPriceInput.parse({ operation: 'followers', price: '3.5' }), providerPrices(provider)),
    ).rejects.toMatchObject({
      fields: {
        price: expect.stringMatching(/several parts .*Change all of them in the provider’s settings/),
      },
    })
  })

  test('a new price for a tariff with steps, entered a day late, causes no outside spend', async () => {
    const [price, least] = ['3.6', 72n]
    await start('twitterapi.io')
    await read()
    const followers = (user: string) => caller.ask(`/twitter/user/followers?userName=${user}&pageSize=20`)
    for (const user of ['ada', 'basil', 'clementine']) {
      await followers(user)
      await read()
    }
    expect(await told()).toEqual(NOBODY)
    const { sandbox } = upstream
    sandbox.setPrice('followers', 1_000_000_000n, sandboxWallet)
    sandbox.chooseShape(
      'followers',
      { bySize: [{ from: 0, each: 3n }], call: 0n, min: least, isOnceADay: false },
      sandboxWallet,
    )
    await followers('ada')
    await read()
    await followers('basil')
    await followers('clementine')
    await read()
    await setPrice(
      ctx,
      setPriceInput.parse({ operation: 'followers', price }),
      providerPrices((await upstream.upstreams.for(ctx)).provider),
    )
    for (const user of ['ada', 'basil', 'clementine']) {
      await followers(user)
      await read()
    }
    const { outside } = await findAnomalies(ctx)
    expect(outside).toEqual([])
    expect(await told()).toMatchObject({ outsideNano: 0n, topUpNano: 0n, unexplainedNano: 0n })
  })
})
