import { beforeEach, expect, test } from 'vitest'
import { changeTeam, createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import { countInAdvance, recountBudget } from '@/lib/money/budgets/recount'
import { countOpenedAttempts, sumOpenedAttempts } from '@/lib/money/ledger'
import { resolveUnknown } from '@/lib/money/statements'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { type BudgetBook, budgetBookOf } from '@/tests/factories/budget-book'
import { PRICE } from '@/tests/factories/ledger'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const MINUTE = 60_000
const ROUNDS = 4
const INPUT = {
  name: 'All',
  scope: 'team',
  unit: 'items',
  period: 'total',
  amount: '1000000',
  stops: true,
  tellsAt: [],
}

/**
 * The history is counted before the lock is taken, so that nobody waits for it. Nothing that ends in between
 * may be missed.
 */
describeOnEachEngine('a budget that is counted in advance', async (open) => {
  let ctx: TeamCtx
  let book: BudgetBook
  const opened = await open()
  const clock = makeTestClock()
  const first = await makeTeam(opened.db, clock, 'Ahead')
  beforeEach(async () => {
    ctx = (await makeOtherTeam(first, `Ahead ${crypto.randomUUID()}`)).admin
    book = budgetBookOf(ctx)
  })

  const make = async (over: Record<string, unknown> = {}) =>
    (await createBudget(ctx, createBudgetInput.parse({ ...INPUT, ...over }))).id

  /** Opens calls a second apart. */
  async function openCalls(count: number): Promise<string[]> {
    const ids: string[] = []
    for (let call = 0; call < count; call++) {
      ids.push(await book.mustOpen())
      clock.advance(1000)
    }
    return ids
  }

  test('reads only later calls under the lock', async () => {
    const [old = '', late = ''] = await openCalls(2)
    await book.settle(old, 30)
    await book.settle(late, 40)
    clock.advance(10 * MINUTE)
    const id = await make()
    const budget = await opened.db.budget.findUniqueOrThrow({ where: { id } })
    const counts = await countInAdvance(opened.db, [budget], clock.now(), 'UTC')
    expect([...counts.values()]).toMatchObject([{ items: 70, pending: [] }])
    // The ledger never contained these items, so the advance count is what is used.
    const told = new Map([...counts].map(([name, counted]) => [name, { ...counted, items: 1_000 }]))
    const [since = ''] = await openCalls(1)
    await book.settle(since, 5)
    await transaction(opened.db, (tx) => recountBudget(tx, budget, clock.now(), 'UTC', told))
    expect(await getBudget(ctx, id)).toMatchObject({ settled: 1_005n, reserved: 0n })
  })

  test('counts once what ends between the count and the lock', async () => {
    const [settled = '', lost = '', resolved = '', freed = '', still = ''] = await openCalls(5)
    await book.lose(lost)
    await book.lose(resolved)
    clock.advance(10 * MINUTE)
    const counted = await countOpenedAttempts(
      opened.db,
      ctx.team.id,
      {},
      { startsAt: new Date(0), until: clock.now() },
    )
    await book.settle(settled, 30)
    await resolveUnknown(ctx, { attemptId: resolved, finding: 'charged', items: 12, note: 'On the bill' }, {})
    await book.free(freed)
    const sums = await transaction(opened.db, (tx) => sumOpenedAttempts(tx, ctx.team.id, {}, counted, null))
    expect(sums).toMatchObject({ items: 42, chargeNano: 42n * PRICE })
    expect(sums.pending.map(({ attemptId }) => attemptId).sort()).toEqual([lost, still].sort())
  })

  test('counts calls once that are opened and settled while budgets are created and the zone changes', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const old = await openCalls(6)
      clock.advance(3 * MINUTE)
      const recent = await openCalls(6)
      const [id] = await Promise.all([
        make({ period: round % 2 ? 'total' : 'day' }),
        changeTeam(ctx, { name: ctx.team.name, timeZone: round % 2 ? 'Asia/Kathmandu' : 'UTC' }),
        ...old.map((call, place) => (place % 2 ? book.settle(call, 10) : book.free(call))),
        ...recent.map((call, place) => (place % 2 ? book.settle(call, 20) : book.lose(call))),
        book.mustOpen(),
      ])
      const period = await opened.db.budgetPeriod.findFirstOrThrow({ where: { budgetId: id } })
      const { items, pending } = await transaction(opened.db, async (tx) => {
        const none = await countOpenedAttempts(
          opened.db,
          ctx.team.id,
          {},
          { startsAt: period.startsAt, until: period.startsAt },
        )
        return sumOpenedAttempts(tx, ctx.team.id, {}, none, null)
      })
      expect(period).toMatchObject({ settled: BigInt(items), reserved: BigInt(100 * pending.length) })
    }
  })
})
