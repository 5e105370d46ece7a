import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveBudget, createBudget, createBudgetInput, getBudget } from '@/lib/budgets'
import type { TeamCtx } from '@/lib/db'
import { newId } from '@/lib/kernel'
import { type BudgetBook, budgetBookOf } from '@/tests/factories/budget-book'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

/** `npm run test:races` asks for 1,000. */
const ROUNDS = Number(process.env.ROUNDS ?? 40)
const CALLERS = 64
const PAGE = 100

describeOnEachEngine('the last of a budget', (open) => {
  let opened: TestDb
  let ctx: TeamCtx
  let book: BudgetBook
  beforeAll(async () => {
    opened = await open()
    ctx = (await makeTeam(opened.db, makeTestClock())).admin
    book = budgetBookOf(ctx)
  })
  afterAll(() => opened.close())

  test(`${CALLERS} callers race for it, ${ROUNDS} times: it is never passed, and all of it can be had`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const keyId = newId()
      const pages = 1 + (round % 7)
      // Not quite enough for one page more.
      const amount = String(pages * PAGE + (round % PAGE))
      const make = (scope: string, scopeId: string, size: string) =>
        createBudget(
          ctx,
          createBudgetInput.parse({
            name: 'Race',
            scope,
            scopeId,
            unit: 'items',
            period: 'day',
            amount: size,
            stops: true,
            tellsAt: [],
          }),
        )
      const [{ id }, { id: wide }] = [await make('key', keyId, amount), await make('team', '', '999999999')]
      const tries = await Promise.all(Array.from({ length: CALLERS }, () => book.open({ keyId })))
      const got = tries.filter((one) => typeof one === 'string')
      expect(got).toHaveLength(pages)
      expect(await getBudget(ctx, id)).toMatchObject({ settled: 0n, reserved: BigInt(pages * PAGE) })

      // They end at once, in all ways, while others come: still never more than there is.
      const ends = got.map((attemptId, place) =>
        place % 3 === 0
          ? book.settle(attemptId, PAGE)
          : place % 3 === 1
            ? book.free(attemptId)
            : book.lose(attemptId),
      )
      const [, ...late] = await Promise.all([Promise.all(ends), ...got.map(() => book.open({ keyId }))])
      const freed = got.filter((_, place) => place % 3 === 1).length
      expect(late.filter((one) => typeof one === 'string').length).toBeLessThanOrEqual(freed)
      const { settled, reserved, effectiveAmount } = await getBudget(ctx, id)
      expect(settled + reserved <= effectiveAmount).toBe(true)
      for (const budgetId of [id, wide]) await archiveBudget(ctx, { budgetId })
    }
    expect((await brokenInvariants(ctx.db)).filter((rule) => !rule.includes('page'))).toEqual([])
  }, 900_000)
})
