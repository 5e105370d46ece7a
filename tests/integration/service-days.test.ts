import { afterEach, beforeEach, expect, test } from 'vitest'
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
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

const MINUTE_MS = 60_000

describeOnEachEngine('days and prices of services', (open) => {
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
  const pass = (ms: number) => {
    clock.advance(ms)
    serviceClock.advance(ms)
  }
  async function read(): Promise<void> {
    pass(3 * MINUTE_MS)
    await readBalance(ctx, upstream, team.walletId, 'schedule')
    await reconcileWallet(ctx, team.walletId, providerPrices((await upstream.upstreams.for(ctx)).provider))
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

  test.each([-2000, 2000])(
    'a service whose clock differs by %s ms at the day’s cut accuses nobody',
    async (ms) => {
      await start('x', new Date('2026-03-10T23:00:00Z'))
      if (ms < 0) clock.advance(-ms)
      else serviceClock.advance(ms)
      await read()
      const hourly = () => caller.ask('/2/tweets/search/recent?query=rain&max_results=100')
      // An hourly job: at 23:03, at the stroke of midnight by one of the clocks, and an hour later.
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

  test('a price that would leave no whole amounts for the other parts of a tariff is refused, with where to change it', async () => {
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

  test('a new price of a tariff with steps that an admin enters a day later accuses nobody', async () => {
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
      { bySize: [{ from: 0, each: 3n }], call: 0n, least, isOnceADay: false },
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
