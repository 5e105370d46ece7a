import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '@/lib/kernel'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { listEntries } from '@/lib/money/ledger'
import { getWalletReport } from '@/lib/money/statements'
import { listUsage } from '@/lib/money/usage'
import { resolveRange } from '@/lib/platform/calendar'
import { makeService, openGateway, type TestService } from '@/tests/factories/gateway'
import { type ScriptedTeam, startScriptedTeam } from '@/tests/factories/scripted-team'
import { makeTeam } from '@/tests/factories/team'
import { describeOnDatabase } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

const PROVIDER = {
  price: { timeline: '0.001' },
  errorFields: ['detail'],
  chargeHeader: 'x-cost',
  lookup: { path: '/users/by/{user}', id: ['data.id'], price: '0.5' },
  timeline: { path: '/users/{user}/tweets', subject: { is: 'id' } },
  paths: [
    { name: 'Posts by ids', path: '/posts', items: 'data', maximum: 10, price: '0.2' },
    { name: 'Post by id', path: '/posts/{id}', price: '0.3' },
    { name: 'Trends', path: '/trends' },
  ],
}

describeOnDatabase('further paths of a provider at the gateway', async (open) => {
  let world: ScriptedTeam
  let service: TestService
  const opened = await open()
  const beside = await makeTeam(opened.db, systemClock)
  beforeEach(async () => {
    world = await startScriptedTeam(opened.db, { provider: PROVIDER, beside })
    const gateway = openGateway(world.services, world.team, systemClock)
    service = await makeService(gateway, world.services, world.team, { keyId: world.keyId })
    world.upstream.answer = ({ pathname, searchParams }) => {
      if (pathname === '/posts') {
        const ids = (searchParams.get('ids') ?? '').split(',')
        return { status: 200, body: JSON.stringify({ data: ids.map((id) => ({ id })) }) }
      }
      if (pathname.startsWith('/users/by/'))
        return { status: 200, body: '{"data":{"id":"4242"}}', headers: { 'x-odd': 'kept' } }
      if (pathname === '/posts/404') return { status: 404, body: '{"detail":"No such post"}' }
      if (pathname === '/posts/9') return { status: 200, body: '{"id":"5"}', headers: { 'x-cost': '0.9' } }
      return { status: 200, body: '{"id":"5","text":"ä"}' }
    }
  })
  afterEach(async () => {
    await world.close()
    expect(await brokenInvariants(opened.db)).toEqual([])
  })

  const entries = () =>
    opened.db.ledgerEntry.findMany({
      where: { principalId: service.serviceId },
      orderBy: { at: 'asc' },
      select: { operation: true, outcome: true, items: true, chargeNano: true },
    })
  const limit = (amount: string) =>
    createBudget(
      world.team.admin,
      createBudgetInput.parse({
        ...{ name: 'Small', scope: 'service', scopeId: service.serviceId, period: 'total' },
        ...{ unit: 'credits', amount, stops: true, tellsAt: [] },
      }),
    )

  test('pass unchanged, each as a call with its own name and price, without storing items', async () => {
    const answers = [
      await service.ask('/posts?ids=1,2,3&fields=a&fields=b'),
      await service.ask('/posts/5'),
      await service.ask('/posts/9'),
      await service.ask('/users/by/ada'),
    ]
    expect(answers.map(({ status, charge }) => [status, charge])).toEqual(Array(4).fill([200, 'settled']))
    expect(answers[1]?.text).toBe('{"id":"5","text":"ä"}')
    expect(answers[3]?.headers).toMatchObject({ 'x-odd': 'kept' })
    expect(world.upstream.asked[0]).toBe('/posts?ids=1,2,3&fields=a&fields=b')
    expect(await entries()).toEqual([
      { operation: 'Posts by ids', outcome: 'SETTLED', items: 3, chargeNano: 600_000_000n },
      { operation: 'Post by id', outcome: 'SETTLED', items: 1, chargeNano: 300_000_000n },
      // The answer reports its cost.
      { operation: 'Post by id', outcome: 'SETTLED', items: 1, chargeNano: 900_000_000n },
      { operation: 'User look-up', outcome: 'SETTLED', items: 1, chargeNano: 500_000_000n },
    ])
    expect(await opened.db.resultPage.count({ where: { teamId: world.team.admin.team.id } })).toBe(0)
  })

  test('pass errors unchanged, which cost nothing', async () => {
    const answer = await service.ask('/posts/404')
    expect(answer).toMatchObject({ status: 404, charge: 'none', text: '{"detail":"No such post"}' })
    expect(await entries()).toEqual([
      { operation: 'Post by id', outcome: 'FREE', items: 0, chargeNano: null },
    ])
  })

  test('are held at the most that an answer may cost, and stopped by a budget before anything is sent', async () => {
    await limit('1.9')
    const refused = await service.ask('/posts?ids=1')
    expect(refused).toMatchObject({ status: 402, headers: { 'purser-problem': 'budget_stopped' } })
    expect(JSON.parse(refused.text).detail).toContain('stops here')
    expect(world.upstream.asked).toEqual([])
    expect((await service.ask('/posts/5')).status).toBe(200)
  })

  test('without a known price are refused by a budget of credits, and otherwise counted as unpriced', async () => {
    expect((await service.ask('/trends')).status).toBe(200)
    expect(await entries()).toEqual([{ operation: 'Trends', outcome: 'SETTLED', items: 1, chargeNano: null }])
    await limit('5')
    const refused = await service.ask('/trends')
    expect(JSON.parse(refused.text).detail).toContain('no price is known for a call of “Trends”')
  })

  test('share the name of Purser’s own look-ups, whose results runs reuse', async () => {
    await world.run({ subject: 'ada' })
    await service.ask('/users/by/ada')
    const { entries: all } = await listEntries(world.team.admin, { operation: 'User look-up' })
    expect(all.map(({ runId }) => runId === '')).toEqual([true, false])
    expect(new Set(all.map(({ chargeNano }) => chargeNano))).toEqual(new Set([500_000_000n]))
  })

  test('are shown by name in usage, also those that a provider no longer names', async () => {
    for (const target of ['/posts/5', '/posts?ids=1', '/trends']) await service.ask(target)
    const { admin } = world.team
    const range = resolveRange({ preset: 'today' }, systemClock.now(), admin.team.timeZone)
    const asked = { range, step: 'day', comparison: null, needsSearched: false } as const
    const { members } = await listUsage(admin, { ...asked, dimension: 'operation' })
    expect(new Set(members.map(({ member }) => member))).toEqual(
      new Set(['Post by id', 'Posts by ids', 'Trends']),
    )
    const one = await listUsage(admin, { ...asked, dimension: 'environmentId', operation: 'Posts by ids' })
    expect(one.members).toHaveLength(1)
    const hour = 3_600_000
    const now = Math.floor(systemClock.now().getTime() / hour) * hour
    const period = { from: new Date(now - hour), to: new Date(now + 2 * hour) }
    const { statement } = await getWalletReport(admin, world.team.walletId, period)
    const told = JSON.stringify(statement, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    for (const name of ['Post by id', 'Posts by ids', 'Trends']) expect(told).toContain(name)
  })
})
