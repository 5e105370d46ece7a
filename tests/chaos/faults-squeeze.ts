import { createBudget, createBudgetInput, deleteBudget, getBudget } from '@/lib/money/budgets'
import type { Db } from '@/lib/platform/db'
import { COUNT_HABITS, type FaultSetting } from '@/lib/sandbox'
import { makeDice } from '../factories/dice'
import { makeOtherTeam, type TestTeam } from '../factories/team'
import { SEED } from '../support/seed'
import type { FaultsJob, SqueezeReport } from './faults-report'
import { makeWorld, type World } from './faults-world'

/** Faults after which a call may have been charged, and refusals that reopen an attempt. */
const FAULTS: readonly Pick<FaultSetting, 'name' | 'share'>[] = [
  { name: '500-after-charge', share: 0.3 },
  { name: 'reset-after-charge', share: 0.3 },
  { name: 'body-cut-short', share: 0.3 },
  { name: 'truncated-json', share: 0.3 },
  { name: '503-before-charge', share: 0.3 },
  { name: '429-storm', share: 0.03 },
]
const KEYS = 6
const CALLERS = 24
const CAPS = [20, 45, 80, 150]
const PAGES_AT_LEAST = 3
const PAGE = 100

/**
 * Starts runs with small caps under a budget that stops, while calls are lost: once for each way in which the
 * upstream may treat counts, with a random fault. Each way has its own team.
 */
export async function squeeze(db: Db, job: FaultsJob, team: TestTeam): Promise<SqueezeReport[]> {
  const draw = makeDice(SEED)
  const reports: SqueezeReport[] = []
  for (const counts of COUNT_HABITS) {
    const world = await makeWorld(db, { ...job, runs: KEYS }, await makeOtherTeam(team))
    await world.control.setCounts(counts)
    const fault = FAULTS[draw(FAULTS.length)] ?? { name: '503-before-charge' }
    const amount = PAGES_AT_LEAST * PAGE + draw(4 * PAGE)
    await world.control.setFault({ ...fault, seed: draw(1000), only: 'pages' })
    const figures = await underBudget(world, amount, () => CAPS[draw(CAPS.length)] ?? 20)
    reports.push({ counts, fault: fault.name, amount, ...figures })
    await world.control.setFault(null)
    await world.control.setCounts('exact')
    await world.close()
  }
  return reports
}

async function underBudget({ team, keyIds, start, sandboxCounts }: World, amount: number, cap: () => number) {
  const input = { name: 'Squeeze', scope: 'team', unit: 'items', period: 'total', stops: true, tellsAt: [] }
  const parsed = createBudgetInput.parse({ ...input, amount: String(amount) })
  const { id } = await createBudget(team.admin, parsed)
  const calls = Array.from({ length: CALLERS }, (_, place) =>
    start(keyIds[place % keyIds.length] ?? '', false, cap()),
  )
  const answers = await Promise.all(calls)
  const { settled, reserved } = await getBudget(team.admin, id)
  const { items } = await sandboxCounts()
  await deleteBudget(team.admin, { budgetId: id })
  return {
    settled: Number(settled),
    reserved: Number(reserved),
    charged: items,
    bought: answers.reduce((sum, { totals }) => sum + totals.items, 0),
    stopped: answers.filter(({ problem }) => problem?.kind === 'budget_stopped').length,
  }
}
