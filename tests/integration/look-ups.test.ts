import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fetchNextPage, getRun, needsUserLookUp, startRun } from '@/lib/collect/runs'
import { systemClock } from '@/lib/kernel'
import { createBudget, createBudgetInput } from '@/lib/money/budgets'
import { listEntries } from '@/lib/money/ledger'
import { getProvider } from '@/lib/upstream/providers'
import { type ScriptedTeam, startScriptedTeam } from '@/tests/factories/scripted-team'
import { makeTeam } from '@/tests/factories/team'
import { describeOnDatabase } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

const PROVIDER = {
  price: { timeline: '0.001', followers: '0.001' },
  lookup: { path: '/users/by/{user}', id: ['data.id'], price: '0.5' },
  timeline: { path: '/users/{user}/tweets', subject: { is: 'id' } },
  followers: { path: '/followers', subject: { in: 'query', name: 'user_id', is: 'id' } },
}
const LOOK_UP = 500_000_000n

describeOnDatabase('lists that need the numeric id of a user', async (open) => {
  let world: ScriptedTeam
  const opened = await open()
  const beside = await makeTeam(opened.db, systemClock)
  beforeEach(() => begin())
  afterEach(async () => {
    await world.close()
    expect(await brokenInvariants(opened.db)).toEqual([])
  })

  const begin = async (provider: object = PROVIDER, headers: Record<string, string> = {}) => {
    await world?.close()
    world = await startScriptedTeam(opened.db, { beside, provider })
    world.upstream.answer = (url) => {
      if (url.pathname.startsWith('/users/by/'))
        return url.pathname.endsWith('/ghost')
          ? { status: 404, body: '{"message":"User not found"}' }
          : { status: 200, body: '{"data":{"id":"4242424242424242424"}}', headers }
      const at = Number(url.searchParams.get('cursor') ?? 0)
      const id = `${url.pathname} ${at}`
      const next = at < 2 ? { next_cursor: String(at + 1) } : {}
      const tweets = [{ id, text: 'a', created_at: '2026-11-20T12:00:00Z' }]
      return { status: 200, body: JSON.stringify({ tweets, ...next }) }
    }
  }
  const lookUps = () => world.upstream.asked.filter((path) => path.startsWith('/users/by/'))

  test('a handle is looked up once, with a price, as a call of its own on the ledger, and remembered', async () => {
    const run = await world.run({ subject: 'Ada' })
    expect(run).toMatchObject({
      endReason: 'last_page',
      pages: 3,
      items: 3,
      chargeNano: LOOK_UP + 3_000_000n,
    })
    expect(world.upstream.asked.map((path) => path.split('?')[0])).toEqual([
      '/users/by/Ada',
      ...Array(3).fill('/users/4242424242424242424/tweets'),
    ])
    const { entries } = await listEntries(world.team.admin, { runId: run.id })
    expect(entries.at(-1)).toMatchObject({
      ...{ operation: 'User look-up', pageNumber: 0, outcome: 'SETTLED', items: 0, chargeNano: LOOK_UP },
    })
    expect(await opened.db.attempt.findFirst({ where: { runId: run.id, pageNumber: 0 } })).toMatchObject({
      ...{ reservedItems: 0, reservedNano: LOOK_UP },
    })
    // Another list, and another spelling of the handle.
    expect(await world.run({ operation: 'followers', subject: '@ADA' })).toMatchObject({
      chargeNano: 3_000_000n,
    })
    expect(lookUps()).toHaveLength(1)
    expect(world.upstream.asked.at(-1)).toContain('/followers?user_id=4242424242424242424')
  })

  test('it is known before a run whether it pays for a look-up', async () => {
    const { admin } = world.team
    const upstream = await getProvider(admin, world.services.upstreams)
    const would = (subject: string) => needsUserLookUp(admin, upstream, { operation: 'timeline', subject })
    expect(await would('Grace')).toBe(true)
    await world.run({ subject: 'grace' })
    expect(await Promise.all([would('@GRACE'), would('12345')])).toEqual([false, false])
    expect(await needsUserLookUp(admin, upstream, { operation: 'search', subject: 'coffee' })).toBe(false)
  })

  test('an id is sent unchanged', async () => {
    await world.run({ subject: ' 12345 ' })
    expect(world.upstream.asked[0]).toContain('/users/12345/tweets')
    expect(lookUps()).toEqual([])
  })

  test('a look-up also works page by page, and simultaneous runs share it', async () => {
    const { admin } = world.team
    const searchId = await world.search({ subject: 'bea' })
    const starts = await Promise.all(
      [1, 2, 3].map(() =>
        startRun(admin, world.services, { runId: randomUUID(), searchId, keyId: world.keyId }),
      ),
    )
    expect(starts.map(({ page }) => page?.items.length)).toEqual([1, 1, 1])
    expect(lookUps()).toHaveLength(1)
    const [first] = starts
    const next = await fetchNextPage(admin, world.services, { continuation: first?.continuation ?? '' })
    expect(next.page?.items).toHaveLength(1)
    const runs = await Promise.all(starts.map(({ runId }) => getRun(admin, runId)))
    const paid = runs.reduce(
      (sum, { chargeNano, items }) => sum + chargeNano - BigInt(items) * 1_000_000n,
      0n,
    )
    expect(paid).toBe(LOOK_UP)
  })

  test('an unknown user is reported, costs nothing, and the page can be tried again', async () => {
    const { admin } = world.team
    expect(await world.run({ subject: 'ghost' })).toMatchObject({
      endReason: 'problem',
      pages: 0,
      chargeNano: 0n,
    })
    const searchId = await world.search({ subject: 'ghost' })
    const first = await startRun(admin, world.services, { runId: randomUUID(), searchId, keyId: world.keyId })
    expect(first.problem).toMatchObject({ kind: 'not_found', charged: 'no', upstreamWords: 'User not found' })
    const again = await fetchNextPage(admin, world.services, { continuation: first.continuation ?? '' })
    expect(again.problem).toMatchObject({ kind: 'not_found' })
  })

  test('a look-up whose answer is lost holds its price, and the page can still be tried', async () => {
    const { admin } = world.team
    const { answer } = world.upstream
    world.upstream.answer = () => ({ status: 502, body: '{}' })
    const searchId = await world.search({ subject: 'cleo' })
    const first = await startRun(admin, world.services, { runId: randomUUID(), searchId, keyId: world.keyId })
    expect(first).toMatchObject({
      problem: { charged: 'unknown' },
      totals: { unknownCalls: 1, unknownItems: 0 },
    })
    world.upstream.answer = answer
    const again = await fetchNextPage(admin, world.services, { continuation: first.continuation ?? '' })
    expect(again).toMatchObject({
      problem: null,
      totals: { pages: 1, items: 1, chargeNano: LOOK_UP + 1_000_000n },
    })
  })

  test('a budget without room for a look-up refuses it before anything is sent', async () => {
    const budget = {
      scope: 'team',
      period: 'day',
      unit: 'credits',
      amount: '0.4',
      stops: true,
      name: 'Small',
    }
    await createBudget(world.team.admin, createBudgetInput.parse({ ...budget, tellsAt: [80] }))
    const run = await world.run({ subject: 'dora' })
    expect(run).toMatchObject({ endReason: 'budget_refused', pages: 0 })
    expect(world.upstream.asked).toEqual([])
  })

  test('a provider without a look-up says that the id must be entered', async () => {
    await begin({ ...PROVIDER, lookup: null })
    expect((await world.run({ subject: 'ada' })).endNote).toContain('Save the search with the id.')
    expect(world.upstream.asked).toEqual([])
  })

  test('a charge that the look-up reports is on the ledger', async () => {
    const unpriced = { ...PROVIDER.lookup, price: null }
    await begin({ ...PROVIDER, chargeHeader: 'x-credits', lookup: unpriced }, { 'x-credits': '0.25' })
    const run = await world.run({ subject: 'ada' })
    const { entries } = await listEntries(world.team.admin, { runId: run.id })
    expect(entries.at(-1)).toMatchObject({ pageNumber: 0, chargeNano: 250_000_000n })
  })

  test('a reported charge may be more than the look-up’s price', async () => {
    await begin({ ...PROVIDER, chargeHeader: 'x-credits' }, { 'x-credits': '0.75' })
    const run = await world.run({ subject: 'ada' })
    const { entries } = await listEntries(world.team.admin, { runId: run.id })
    expect(entries.at(-1)).toMatchObject({ pageNumber: 0, chargeNano: 750_000_000n })
  })

  test('a look-up does not exceed a cap of its run', async () => {
    const run = await world.run({ subject: 'ada' }, { capCredits: '0.2' })
    expect(run.chargeNano).toBeLessThanOrEqual(200_000_000n)
  })
})
