import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { getRun, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { addKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import { COUNT_HABITS, SANDBOX_PRICES } from '@/lib/sandbox'
import { readProvider } from '@/lib/upstream/client'
import { createUpstreams } from '@/lib/upstream/providers'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'

const AMOUNT = 430
const PAGE = 100

describeOnDatabase('count is only a hint', async (open) => {
  let keyId: string
  let budgetId: string
  const opened = await open()
  const clock = makeTestClock()
  const upstream = await startTestUpstream(clock)
  const team = await makeTeam(opened.db, clock)
  const fields = { operation: 'timeline', subject: 'ada', product: 'Latest', shared: true } as const
  const searchId = (await createSearch(team.admin, { name: 'Ada', environmentId: '', ...fields })).id
  afterAll(() => upstream.close())
  beforeEach(async () => {
    upstream.sandbox.setFault(null)
    const { key } = upstream.issueKey()
    const environmentId = team.environments[0]?.id ?? ''
    keyId = (await addKey(team.admin, upstream, { key, name: '', walletId: team.walletId, environmentId })).id
    const key_ = { scope: 'key', scopeId: keyId, period: 'day', stops: true, tellsAt: [] }
    const budget = { name: 'Key', unit: 'items', amount: String(AMOUNT), ...key_ }
    budgetId = (await createBudget(team.admin, createBudgetInput.parse(budget))).id
  })

  const start = (caps: { capItems?: number; capCredits?: string } = { capItems: 20 }) =>
    startRun(team.admin, upstream, { runId: randomUUID(), searchId, keyId, ...caps })

  test('a lost call holds the largest page, and says that it may have brought so many items', async () => {
    upstream.sandbox.chooseCounts('ignored')
    upstream.sandbox.setFault({ name: 'reset-after-charge', only: 'pages' })
    const { totals } = await start()
    expect(totals).toMatchObject({ unknownCalls: 1, unknownItems: PAGE })
    expect(await getBudget(team.admin, budgetId)).toMatchObject({ settled: 0n, reserved: BigInt(PAGE) })
  })

  test('a page beyond the maximum is booked in full: it exceeds a stop, and the next call is refused', async () => {
    upstream.sandbox.chooseCounts('exact')
    upstream.sandbox.setFault({ name: 'more-than-maximum', only: 'pages' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => start()))
    const bought = answers.filter(({ page }) => page !== null)
    const items = bought.reduce((sum, { totals }) => sum + totals.items, 0)
    expect(bought.length).toBeLessThanOrEqual(AMOUNT / PAGE)
    expect(items).toBeGreaterThanOrEqual(2 * PAGE * bought.length)
    const { settled, reserved } = await getBudget(team.admin, budgetId)
    expect({ settled, reserved }).toEqual({ settled: BigInt(items), reserved: 0n })
    expect(settled <= BigInt(AMOUNT + items - PAGE * bought.length)).toBe(true)
    upstream.sandbox.setFault(null)
    expect((await start()).problem?.kind).toBe('budget_stopped')
  })

  test('a reported charge above the price is booked in full, and exceeds a stop in credits', async () => {
    const { baseUrl } = upstream.upstreams
    const provider = readProvider({
      ...{
        search: { path: '/v1/tweets/search', subject: { name: 'query' } },
        chargeHeader: 'x-credits-charged',
      },
      ...{ timeline: { items: 'data.posts' }, price: { timeline: '0.1' } },
    })
    const clock = team.admin.clock
    const upstreams = createUpstreams({ baseUrl, clock, provider })
    upstream.sandbox.choosePreset('nested')
    const credits = { name: 'Credits', scope: 'key', scopeId: keyId, unit: 'credits', period: 'day' }
    const input = createBudgetInput.parse({ ...credits, amount: '12', stops: true, tellsAt: [] })
    const { id } = await createBudget(team.admin, input)
    const buy = () =>
      startRun(team.admin, { ...upstream, upstreams }, { runId: randomUUID(), searchId, keyId })
    const { totals } = await buy()
    expect(totals.chargeNano).toBe(SANDBOX_PRICES.timeline * BigInt(totals.items))
    expect(await getBudget(team.admin, id)).toMatchObject({ settled: totals.chargeNano, reserved: 0n })
    expect(totals.chargeNano).toBeGreaterThan(12_000_000_000n)
    expect((await buy()).problem?.kind).toBe('budget_stopped')
    upstream.sandbox.choosePreset('plain')
    await upstreams.close()
  })

  test.each(COUNT_HABITS)('counts %s: no run exceeds its own cap after its first page', async (habit) => {
    upstream.sandbox.chooseCounts(habit)
    for (const [caps, most] of [
      [{ capItems: 120 }, 120],
      [{ capItems: 20 }, PAGE],
      [{ capCredits: '18' }, Number(18_000_000_000n / SANDBOX_PRICES.timeline)],
      [{ capCredits: '3.5' }, PAGE],
    ] as const) {
      const first = await start(caps)
      const { items, endReason } = await getRun(team.admin, first.runId)
      expect(items).toBeGreaterThan(0)
      expect(items).toBeLessThanOrEqual(most)
      if ('capItems' in caps) expect(endReason).toBe('cap_reached')
    }
  })
})
