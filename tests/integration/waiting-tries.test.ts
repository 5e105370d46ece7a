import { afterAll, expect, test } from 'vitest'
import { newId, systemClock } from '@/lib/kernel'
import { changeBudget, createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import { budgetBookOf } from '@/tests/factories/budget-book'
import { makeTeam } from '@/tests/factories/team'
import { startTestUpstream } from '@/tests/factories/upstream'
import { describeOnDatabase } from '@/tests/support/databases'
import { waitUntil } from '@/tests/support/wait-until'

const PAGE = 100
/** By then, the budgets have been checked twice. */
const LOOKED_MS = 5000

describeOnDatabase('tries that wait while a budget is lowered', async (open) => {
  const opened = await open()
  const upstream = await startTestUpstream(systemClock)
  const team = await makeTeam(opened.db, systemClock)
  const book = budgetBookOf(team.admin)
  afterAll(() => upstream.close())

  async function makeBudget() {
    const keyId = newId()
    const over = { name: 'Tight', scope: 'key', scopeId: keyId, unit: 'items', period: 'total' }
    const input = createBudgetInput.parse({ ...over, amount: String(10 * PAGE), stops: true, tellsAt: [] })
    const { id: budgetId } = await createBudget(team.admin, input)
    const lower = (amount: number) =>
      changeBudget(team.admin, { budgetId, name: 'Tight', amount: String(amount), stops: true, tellsAt: [] })
    return { keyId, budgetId, lower }
  }
  /** Registers a waiting attempt. When told to leave, it stops waiting but stays open on the ledger. */
  function wait(attemptId: string, told: string[]): () => void {
    const clear = upstream.waiting.add(team.admin, attemptId, () => {
      told.push(attemptId)
      clear()
    })
    return clear
  }

  test('those that were told to leave but have not ended yet send no others away', async () => {
    const { keyId, budgetId, lower } = await makeBudget()
    const told: string[] = []
    const tries: string[] = []
    for (let count = 0; count < 10; count++) tries.push(await book.mustOpen({ keyId }))
    const clears = tries.map((attemptId) => wait(attemptId, told))
    await lower(5 * PAGE)
    await waitUntil(() => told.length > 0)
    // As if a busy database took long to record why so many left.
    await systemClock.sleep(LOOKED_MS)
    expect(told.toSorted()).toEqual(tries.slice(5).toSorted())
    for (const attemptId of told) await book.free(attemptId)
    await lower(4 * PAGE)
    await waitUntil(() => told.length > 5)
    expect(told.slice(5)).toEqual([tries[4]])
    for (const clear of clears) clear()
    for (const attemptId of tries.slice(0, 5)) await book.free(attemptId)
    expect(await getBudget(team.admin, budgetId)).toMatchObject({ settled: 0n, reserved: 0n })
  })
})
