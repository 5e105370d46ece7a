import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { fetchNextPage, listRuns, type PageAnswer, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { addKey } from '@/lib/keys/keys'
import { changeBudget, createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import { listEntries } from '@/lib/money/ledger'
import { setPrice } from '@/lib/money/prices'
import { SANDBOX_PRICES } from '@/lib/sandbox'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

const PAGE = 100

describeOnDatabase('runs under budgets', async (open) => {
  let keyId: string
  const clock = makeTestClock()
  const opened = await open()
  const upstream = await startTestUpstream(clock)
  const team = await makeTeam(opened.db, clock)
  const timeline = { operation: 'timeline', subject: 'ada', product: 'Latest' } as const
  const searchId = (
    await createSearch(team.admin, { name: 'Ada', shared: true, environmentId: '', ...timeline })
  ).id
  afterAll(() => upstream.close())
  beforeEach(async () => {
    const { key } = upstream.issueKey()
    const environmentId = team.environments[0]?.id ?? ''
    const added = { key, name: '', walletId: team.walletId, environmentId }
    keyId = (await addKey(team.admin, upstream, added)).id
  })

  const make = async (amount: string, unit = 'items') => {
    const input = {
      name: 'Key',
      scope: 'key',
      scopeId: keyId,
      unit,
      period: 'day',
      amount,
      stops: true,
      tellsAt: [],
    }
    return (await createBudget(team.admin, createBudgetInput.parse(input))).id
  }
  const change = (budgetId: string, amount: string) =>
    changeBudget(team.admin, { budgetId, name: 'Key', amount, stops: true, tellsAt: [] })
  const start = (id = searchId) =>
    startRun(team.admin, upstream, { runId: randomUUID(), searchId: id, keyId })
  const next = ({ continuation }: PageAnswer) =>
    fetchNextPage(team.admin, upstream, { continuation: continuation ?? 'none' })
  const entriesOf = async (runId: string) => (await listEntries(team.admin, { runId })).entries
  const figures = async (id: string) => {
    const { settled, reserved } = await getBudget(team.admin, id)
    return { settled, reserved }
  }

  test('a page counts what it brought; a next page that might not fit is not requested, and nothing is written', async () => {
    const id = await make(String(PAGE + 50))
    const first = await start()
    const items = first.totals.items
    expect(items).toBeGreaterThan(50)
    expect(await figures(id)).toEqual({ settled: BigInt(items), reserved: 0n })
    const attempts = await opened.db.attempt.count()
    const stopped = await next(first)
    expect(stopped).toMatchObject({
      page: null,
      endReason: null,
      totals: first.totals,
      problem: {
        kind: 'budget_stopped',
        charged: 'no',
        message: expect.stringContaining(`“Key” stops here: ${PAGE + 50 - items} items left`),
      },
    })
    expect(await opened.db.attempt.count()).toBe(attempts)
    expect(await entriesOf(first.runId)).toHaveLength(1)
    expect(await figures(id)).toEqual({ settled: BigInt(items), reserved: 0n })
    expect(await brokenInvariants(opened.db)).toEqual([])
  })

  test('continuations from before and after a stop work once there is room, and buy one page together', async () => {
    const id = await make(String(PAGE + 50))
    const first = await start()
    const stopped = await next(await next(first))
    expect(stopped.problem?.kind).toBe('budget_stopped')
    await change(id, '1000')
    const [one, other] = await Promise.all([next(first), next(stopped)])
    expect(one).toEqual(other)
    expect(one.totals.pages).toBe(2)
    expect(await figures(id)).toEqual({ settled: BigInt(one.totals.items), reserved: 0n })
    expect(await entriesOf(first.runId)).toHaveLength(2)
  })

  test('a run whose first page is stopped has bought nothing and ended, and names the budget', async () => {
    const id = await make(String(PAGE - 1))
    const own = { operation: 'timeline', subject: 'zadie_walsh', shared: true, environmentId: '' } as const
    const search = await createSearch(team.admin, { name: 'Zadie', product: 'Latest', ...own })
    const stopped = await start(search.id)
    expect(stopped).toMatchObject({ page: null, totals: { pages: 0, items: 0 }, problem: { charged: 'no' } })
    expect(stopped).toMatchObject({ continuation: null, endReason: 'budget_refused' })
    const run = (await listRuns(team.admin)).find((each) => each.id === stopped.runId)
    expect(run).toMatchObject({ state: 'ENDED', endReason: 'budget_refused', isBaseline: true })
    expect(run?.endNote).toContain('“Key” stops here')
    await change(id, String(PAGE))
    const again = await start(search.id)
    expect(again).toMatchObject({ problem: null, totals: { pages: 1 } })
    const second = (await listRuns(team.admin)).find((each) => each.id === again.runId)
    expect(second?.isBaseline).toBe(true)
  })

  test('a budget in credits holds a page at a higher price that takes effect within a day', async () => {
    const price = SANDBOX_PRICES.timeline
    const enough = Number(price * BigInt(PAGE)) / 1e9
    const id = await make(String(enough), 'credits')
    const tomorrow = new Date(clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
    const dearer = String(Number(price + 1n) / 1e9)
    await setPrice(team.admin, { operation: 'timeline', price: dearer, firstDay: tomorrow })
    const stopped = await start()
    expect(stopped.problem).toMatchObject({ kind: 'budget_stopped' })
    await change(id, String(enough + 1))
    const bought = await start()
    expect(bought.totals.chargeNano).toBe(BigInt(bought.totals.items) * price)
    expect(await figures(id)).toEqual({ settled: bought.totals.chargeNano, reserved: 0n })
  })
})
