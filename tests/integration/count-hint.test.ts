import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getRun, startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { addKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import { COUNT_HABITS, SANDBOX_PRICES } from '@/lib/sandbox'
import { makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream, type TestUpstream } from '@/tests/factories/upstream'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

const AMOUNT = 430
const PAGE = 100

describeOnEachEngine('count is only a hint', (open) => {
  let opened: TestDb
  let team: TestTeam
  let upstream: TestUpstream
  let searchId: string
  let keyId: string
  let budgetId: string
  beforeAll(async () => {
    opened = await open()
    const clock = makeTestClock()
    upstream = await startTestUpstream(clock)
    team = await makeTeam(opened.db, clock)
    const fields = { operation: 'timeline', subject: 'ada', product: 'Latest', shared: true } as const
    searchId = (await createSearch(team.admin, { name: 'Ada', environmentId: '', ...fields })).id
  })
  afterAll(async () => {
    await upstream.close()
    await opened.close()
  })
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

  test('a lost call holds the largest page, and says that it may have brought so many', async () => {
    upstream.sandbox.chooseCounts('ignored')
    upstream.sandbox.setFault({ name: 'reset-after-charge', only: 'pages' })
    const { totals } = await start()
    expect(totals).toMatchObject({ unknownCalls: 1, unknownItems: PAGE })
    expect(await getBudget(team.admin, budgetId)).toMatchObject({ settled: 0n, reserved: BigInt(PAGE) })
  })

  test.each(COUNT_HABITS)('counts %s: no run passes its own cap after its first page', async (habit) => {
    upstream.sandbox.chooseCounts(habit)
    for (const [caps, most] of [
      [{ capItems: 120 }, 120],
      [{ capItems: 20 }, PAGE],
      [{ capCredits: '18' }, Number(18_000_000n / SANDBOX_PRICES.timeline)],
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
