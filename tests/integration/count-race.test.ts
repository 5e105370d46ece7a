import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { addKey } from '@/lib/keys/keys'
import { createBudget, createBudgetInput, deleteBudget, getBudget } from '@/lib/money/budgets'
import { COUNT_HABITS } from '@/lib/sandbox'
import { makeDice } from '@/tests/factories/dice'
import { makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { startTestUpstream } from '@/tests/factories/upstream'
import { guardBudgets } from '@/tests/support/budget-guard'
import { describeOnEachEngine } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'
import { SEED } from '@/tests/support/seed'

/** Number of rounds; `npm run test:long -- races` runs 334 with 64 callers: a thousand on each engine. */
const ROUNDS = Number(process.env.COUNT_ROUNDS ?? 1)
const CALLERS = process.env.COUNT_ROUNDS ? 64 : 12
/** A busy machine takes some seconds per round. */
const TIMEOUT_MS = 180_000 + ROUNDS * 20_000
/** Every run has a cap: one without has less to look up and would always be first. */
const CAPS = [20, 20, 20, 45, 80, 150]

describeOnEachEngine('a race of small runs for the last of a budget', async (open, engine) => {
  const draw = makeDice(SEED)
  const opened = await open()
  const clock = makeTestClock()
  const upstream = await startTestUpstream(clock)
  const first = await makeTeam(opened.db, clock)
  // From here on, any write that exceeds a stopping budget is an error.
  await guardBudgets(opened.db, engine)
  afterAll(() => upstream.close())

  /** Makes a key with a budget for some pages and a part of another. */
  async function makeRace({ admin, walletId, environments }: TestTeam) {
    const { key } = upstream.issueKey()
    const where = { walletId, environmentId: environments[0]?.id ?? '' }
    const { id: keyId } = await addKey(admin, upstream, { key, name: '', ...where })
    const amount = 100 + draw(900)
    const on = { scope: 'key', scopeId: keyId, period: 'day', stops: true, tellsAt: [] }
    const input = createBudgetInput.parse({ name: 'Race', unit: 'items', amount: String(amount), ...on })
    return { keyId, amount, budgetId: (await createBudget(admin, input)).id }
  }

  test.each(COUNT_HABITS)(
    `counts %s: ${CALLERS} callers in ${ROUNDS} rounds never exceed it`,
    async (habit) => {
      upstream.sandbox.chooseCounts(habit)
      const team = await makeOtherTeam(first)
      const search = { operation: 'timeline', subject: 'ada', product: 'Latest', environmentId: '' } as const
      const { id: searchId } = await createSearch(team.admin, { name: 'Ada', shared: true, ...search })
      const figures = { amount: 0, bought: 0, calls: 0, stopped: 0 }
      for (let round = 0; round < ROUNDS; round++) {
        const { keyId, amount, budgetId } = await makeRace(team)
        const answers = await Promise.all(
          Array.from({ length: CALLERS }, () => {
            const capItems = CAPS[draw(CAPS.length)] ?? 20
            return startRun(team.admin, upstream, { runId: randomUUID(), searchId, keyId, capItems })
          }),
        )
        const bought = answers.reduce((sum, { totals }) => sum + totals.items, 0)
        const { settled, reserved } = await getBudget(team.admin, budgetId)
        expect({ settled, reserved }).toEqual({ settled: BigInt(bought), reserved: 0n })
        expect(bought).toBeGreaterThan(0)
        expect(bought).toBeLessThanOrEqual(amount)
        const stopped = answers.filter(({ problem }) => problem?.kind === 'budget_stopped').length
        expect(answers.filter(({ problem }) => problem !== null)).toHaveLength(stopped)
        figures.amount += amount
        figures.bought += bought
        figures.calls += CALLERS - stopped
        figures.stopped += stopped
        await deleteBudget(team.admin, { budgetId })
      }
      expect(await brokenInvariants(opened.db)).toEqual([])
      if (ROUNDS > 1) console.log(`${engine}, counts ${habit}: ${JSON.stringify(figures)}`)
    },
    TIMEOUT_MS,
  )
})
