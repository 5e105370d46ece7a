import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { createPacers } from '@/lib/upstream/pacing'
import { readReadyProviders } from '@/lib/upstream/providers'
import { makeService, openGateway, type TestService } from '@/tests/factories/gateway'
import { type ScriptedTeam, startScriptedTeam } from '@/tests/factories/scripted-team'
import { startServiceUpstream } from '@/tests/factories/service-upstream'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnSqlite, type TestDb } from '@/tests/support/databases'

const many = (count: number) => Array.from({ length: count }, (_, place) => ({ id: String(place) }))

describeOnSqlite('paths that an upstream matches differently from Purser', async (open) => {
  let world: ScriptedTeam
  let service: TestService
  const opened = await open()
  const beside = await makeTeam(opened.db, systemClock)
  afterEach(() => world.close())

  /** Starts with a ready provider, and the scripted upstream's key. */
  async function start(name: string): Promise<void> {
    const {
      sources: _,
      unconfirmed: __,
      ...ready
    } = (await readReadyProviders())[name] ?? expect.unreachable()
    const provider = {
      ...ready,
      account: { path: '/v1/me' },
      key: { beginsWith: 'xd_live_', length: 40 },
      auth: { header: 'x-api-key' },
    }
    world = await startScriptedTeam(opened.db, { provider, beside })
    const gateway = openGateway(world.services, world.team, systemClock)
    service = await makeService(gateway, world.services, world.team, { keyId: world.keyId })
  }
  const limit = (amount: string) =>
    createBudget(
      world.team.admin,
      createBudgetInput.parse({
        ...{ name: 'Small', scope: 'service', scopeId: service.serviceId, period: 'total' },
        ...{ unit: 'credits', amount, stops: true, tellsAt: [] },
      }),
    )
  const entries = () =>
    opened.db.ledgerEntry.findMany({
      where: { principalId: service.serviceId },
      select: { operation: true, items: true, chargeNano: true },
    })

  test('Xquik: a search with an encoded letter in its path is not booked as “Post by id” for one credit', async () => {
    await start('xquik')
    await limit('15')
    // Matches decoded path segments, as most frameworks do.
    world.upstream.answer = ({ pathname }) =>
      decodeURIComponent(pathname) === '/api/v1/x/tweets/search'
        ? { status: 200, body: JSON.stringify({ tweets: many(20), has_next_page: true, next_cursor: 'a' }) }
        : { status: 404, body: '{"error":"not_found"}' }
    const { status } = await service.ask('/api/v1/x/tweets/%73earch?q=rain')
    // The service charged 20 credits for 20 posts.
    if (status === 200)
      expect(await entries()).toEqual([{ operation: 'search', items: 20, chargeNano: 20_000_000_000n }])
    else expect([400, 402, 404]).toContain(status)
  })

  test('Xquik: a search with capital letters (Express ignores case) is not booked as “Post by id”', async () => {
    await start('xquik')
    await limit('15')
    world.upstream.answer = ({ pathname }) =>
      pathname.toLowerCase() === '/api/v1/x/tweets/search'
        ? { status: 200, body: JSON.stringify({ tweets: many(20), has_next_page: true, next_cursor: 'a' }) }
        : { status: 404, body: '{"error":"not_found"}' }
    const { status } = await service.ask('/api/v1/x/tweets/Search?q=rain')
    if (status === 200)
      expect(await entries()).toEqual([{ operation: 'search', items: 20, chargeNano: 20_000_000_000n }])
    else expect([400, 402, 404]).toContain(status)
  })

  test('X: a hundred users by names behind an encoded letter do not exceed a budget', async () => {
    await start('x')
    await limit('0.02')
    world.upstream.answer = ({ pathname }) =>
      decodeURIComponent(pathname) === '/2/users/by'
        ? { status: 200, body: JSON.stringify({ data: many(100) }) }
        : { status: 404, body: '{"title":"Not Found"}' }
    const { status } = await service.ask('/2/users/%62y?usernames=a,b')
    const charged = (await entries()).reduce((sum, { chargeNano }) => sum + (chargeNano ?? 0n), 0n)
    expect([status, charged]).not.toEqual([200, 1_000_000_000n])
    expect(charged).toBeLessThanOrEqual(20_000_000n)
  })

  test('X: a path that the provider does not name (user search) is not taken for a user’s id', async () => {
    await start('x')
    await limit('0.02')
    world.upstream.answer = ({ pathname }) =>
      pathname === '/2/users/search'
        ? { status: 200, body: JSON.stringify({ data: many(100) }) }
        : { status: 404, body: '{"title":"Not Found"}' }
    await service.ask('/2/users/search?query=rain&max_results=1000')
    const charged = (await entries()).reduce((sum, { chargeNano }) => sum + (chargeNano ?? 0n), 0n)
    expect(charged).toBeLessThanOrEqual(20_000_000n)
  })

  test('SocialData: a further path that once exceeded its maximum holds that much later, like a list', async () => {
    await start('socialdata')
    world.upstream.answer = () => ({ status: 200, body: JSON.stringify({ tweets: many(1000) }) })
    await service.ask('/twitter/tweets/5/comments')
    await limit('0.25')
    // One call has cost 0.2; another would exceed the budget.
    const { status } = await service.ask('/twitter/tweets/6/comments')
    const charged = (await entries()).reduce((sum, { chargeNano }) => sum + (chargeNano ?? 0n), 0n)
    expect([status, charged]).toEqual([402, 200_000_000n])
  })
})

describe('a page size under a parameter that the ready provider does not name', () => {
  describeOnSqlite('Xquik’s search', (open) => {
    let opened: TestDb
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(() => opened.close())

    test('callers who request 10,000 posts with limit= do not exceed a budget of 100 credits', async () => {
      const clock = makeTestClock()
      const rate = { calls: 1000, perMs: 1000 }
      const upstream = await startServiceUpstream('xquik', { clock, sandboxClock: clock, rate })
      try {
        const team = await makeTeam(opened.db, clock)
        const issued = upstream.issueKey({ balanceNano: 1_000_000_000_000_000n })
        const gateway = openGateway(upstream, team, clock)
        const caller = await makeService(gateway, upstream, team, { key: issued.key })
        await createBudget(
          team.admin,
          createBudgetInput.parse({
            ...{ name: 'Small', scope: 'service', scopeId: caller.serviceId, period: 'total' },
            ...{ unit: 'credits', amount: '100', stops: true, tellsAt: [] },
          }),
        )
        // A second instance of the gateway, with its own caches.
        const other = openGateway({ ...upstream, pacers: createPacers(clock) }, team, clock)
        const answers = await Promise.all(
          [gateway, other, gateway, other].map((at) =>
            caller.ask('/api/v1/x/tweets/search?q=rain&limit=10000', { at }),
          ),
        )
        const { chargedNano } = upstream.sandbox.operator.books(issued.walletId)
        expect(answers.map(({ status }) => status)).toContain(402)
        expect(chargedNano).toBeLessThanOrEqual(100_000_000_000n)
      } finally {
        await upstream.close()
      }
    })
  })
})
