import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newId } from '@/lib/kernel'
import { createBudget, createBudgetInput, deleteBudget, getBudget } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import { type BudgetBook, budgetBookOf } from '@/tests/factories/budget-book'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { guardBudgets } from '@/tests/support/budget-guard'
import { bundled } from '@/tests/support/bundled'
import { describeOnEachEngine, describeOnPostgres } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

/** Number of rounds; `npm run test:long -- races` runs 1,000. */
const ROUNDS = Number(process.env.ROUNDS ?? 2)
const CALLERS = 64
const PAGE = 100
/** A busy machine takes some seconds per round. */
const TIMEOUT_MS = 180_000 + ROUNDS * 10_000

/**
 * Creates a budget of a key with room for some pages and a part of another, and one of the team, which is
 * locked as well.
 */
async function makeBudgets(ctx: TeamCtx, keyId: string, round: number) {
  const pages = 1 + (round % 7)
  const make = (scope: string, scopeId: string, amount: string) => {
    const input = {
      name: 'Race',
      scope,
      scopeId,
      unit: 'items',
      period: 'day',
      amount,
      stops: true,
      tellsAt: [],
    }
    return createBudget(ctx, createBudgetInput.parse(input))
  }
  const narrow = await make('key', keyId, String(pages * PAGE + (round % PAGE)))
  const wide = await make('team', '', '999999999')
  const put = async () => {
    for (const { id } of [narrow, wide]) await deleteBudget(ctx, { budgetId: id })
  }
  return { pages, id: narrow.id, put }
}

/**
 * Ends attempts at once, in every way, while as many new ones are opened. Returns how many of the new ones
 * were let through.
 */
async function endAndReopen(book: BudgetBook, keyId: string, got: readonly string[]): Promise<number> {
  const ends = [book.settle, book.free, book.lose] as const
  const [late] = await Promise.all([
    Promise.all(got.map(() => book.open({ keyId }))),
    ...got.map((attemptId, place) => (ends[place % 3] ?? book.free)(attemptId, PAGE)),
  ])
  return late.filter((one) => typeof one === 'string').length
}

const freedOf = (got: readonly string[]): number => got.filter((_, place) => place % 3 === 1).length

const brokenOf = async (ctx: TeamCtx): Promise<string[]> =>
  // Nothing is delivered here, so there are no result pages and no runs.
  (await brokenInvariants(ctx.db)).filter((rule) => !rule.includes('page'))

describeOnEachEngine('the last of a budget', async (open, engine) => {
  const opened = await open()
  const ctx = (await makeTeam(opened.db, makeTestClock())).admin
  const book = budgetBookOf(ctx)
  await guardBudgets(opened.db, engine)

  test(
    `is never exceeded by ${CALLERS} racing callers in ${ROUNDS} rounds, and can be used up`,
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const keyId = newId()
        const { pages, id, put } = await makeBudgets(ctx, keyId, round)
        const tries = await Promise.all(Array.from({ length: CALLERS }, () => book.open({ keyId })))
        const got = tries.filter((one) => typeof one === 'string')
        expect(got).toHaveLength(pages)
        expect(await getBudget(ctx, id)).toMatchObject({ settled: 0n, reserved: BigInt(pages * PAGE) })
        expect(await endAndReopen(book, keyId, got)).toBeLessThanOrEqual(freedOf(got))
        const { settled, reserved, effectiveAmount } = await getBudget(ctx, id)
        expect(settled + reserved <= effectiveAmount).toBe(true)
        await put()
      }
      expect(await brokenOf(ctx)).toEqual([])
    },
    TIMEOUT_MS,
  )

  test('the guard of this test detects an exceeded budget', async () => {
    const { pages, id, put } = await makeBudgets(ctx, newId(), 0)
    const write = (reserved: number) =>
      ctx.db.budgetPeriod.updateMany({ where: { budgetId: id }, data: { reserved } })
    await write(pages * PAGE)
    await expect(write(pages * PAGE + 1)).rejects.toThrow()
    await write(0)
    await put()
  })
})

const told = z.union([z.array(z.string()), z.object({ error: z.string() })])

describeOnPostgres('the last of a budget', async (open, engine) => {
  const opened = await open()
  if (opened.location.engine !== 'postgres') throw new Error('PostgreSQL it must be')
  const ctx = (await makeTeam(opened.db, makeTestClock())).admin
  await guardBudgets(opened.db, engine)
  const { team, actor, clock } = ctx
  const job = JSON.stringify({ url: opened.location.url, team, actor, now: clock.now() })
  const child = fork(await bundled('tests/support/budget-racer.ts'), [job])
  await once(child, 'message')
  afterAll(async () => {
    const gone = once(child, 'exit')
    child.disconnect()
    await gone
  })

  test(
    `is shared by two racing processes in ${ROUNDS} rounds: together they get all of it and no more`,
    async () => {
      const book = budgetBookOf(ctx)
      const callers = CALLERS / 2
      let won = 0
      // On a busy machine the other process may always be late, so add rounds until it has won something.
      for (let round = 0; round < ROUNDS || (won === 0 && round < 10 * ROUNDS); round++) {
        const keyId = newId()
        const { pages, id, put } = await makeBudgets(ctx, keyId, round)
        const answer = once(child, 'message')
        child.send({ keyId, callers })
        const here = await Promise.all(Array.from({ length: callers }, () => book.open({ keyId })))
        const there = told.parse((await answer)[0])
        if (!Array.isArray(there)) throw new Error(there.error)
        won += there.length
        const got = [...here.filter((one) => typeof one === 'string'), ...there]
        expect(got).toHaveLength(pages)
        expect(await getBudget(ctx, id)).toMatchObject({ settled: 0n, reserved: BigInt(pages * PAGE) })
        await endAndReopen(book, keyId, got)
        await put()
      }
      expect(won).toBeGreaterThan(0)
      expect(await brokenOf(ctx)).toEqual([])
    },
    TIMEOUT_MS,
  )
})
