import { beforeEach, expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import {
  BudgetStopError,
  changeTeam,
  createBudget,
  createBudgetInput,
  decideRaise,
  getBudget,
  listBudgets,
  requestRaise,
} from '@/lib/money/budgets'
import { resolveUnknown } from '@/lib/money/statements'
import type { TeamCtx } from '@/lib/platform/db'
import { type BudgetBook, budgetBookOf } from '@/tests/factories/budget-book'
import { makeMember, makeOtherTeam, makeTeam, type TestTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describeOnEachEngine('whose spend a budget counts', async (engine) => {
  let team: TestTeam
  let ctx: TeamCtx
  let member: TeamCtx
  let book: BudgetBook
  const opened = await engine()
  const clock = makeTestClock()
  const root = await makeTeam(opened.db, clock)
  beforeEach(async () => {
    team = await makeOtherTeam(root)
    ctx = team.admin
    member = await makeMember(team, 'member')
    book = budgetBookOf(ctx)
  })

  const make = async (over: Record<string, unknown> = {}, who = ctx): Promise<string> => {
    const usual = { name: 'Calls', scope: 'team', unit: 'items', period: 'day', amount: '250', tellsAt: [] }
    return (await createBudget(who, createBudgetInput.parse({ ...usual, stops: true, ...over }))).id
  }

  test.each(['made', 'recounted in another time zone and back'])(
    'a budget %s after a clock was a day ahead counts that day as the ledger does',
    async (way) => {
      const isLater = way === 'made'
      let id = isLater ? '' : await make()
      clock.advance(DAY)
      await book.settle(await book.mustOpen(), 100)
      const lost = await book.mustOpen()
      await book.lose(lost)
      clock.advance(-DAY)
      if (isLater) id = await make()
      else {
        const { name, timeZone } = ctx.team
        await changeTeam(ctx, { name, timeZone: 'Asia/Kathmandu' })
        await changeTeam(ctx, { name, timeZone })
      }
      expect(await getBudget(ctx, id)).toMatchObject({ settled: 0n, left: 250n })
      clock.advance(DAY)
      expect(await getBudget(ctx, id)).toMatchObject({ settled: 100n, left: 50n })
      expect(await book.open()).toBeInstanceOf(BudgetStopError)
      await book.settle(await book.mustOpen({}, 50), 50)
      await resolveUnknown(ctx, { attemptId: lost, finding: 'charged', items: 100, note: 'On the bill' }, {})
      expect(await getBudget(ctx, id)).toMatchObject({ settled: 250n, left: 0n })
      clock.advance(-DAY)
    },
  )

  test.each(['made', 'counted again'])(
    'a budget %s after midnight knows the day before, in case the clock is set back',
    async (way) => {
      const isLater = way === 'made'
      let id = isLater ? '' : await make()
      clock.advance(10.5 * HOUR)
      await book.settle(await book.mustOpen(), 100)
      const lost = await book.mustOpen()
      await book.lose(lost)
      clock.advance(HOUR)
      if (isLater) id = await make()
      else {
        const { name, timeZone } = ctx.team
        await changeTeam(ctx, { name, timeZone: 'Asia/Kathmandu' })
        await changeTeam(ctx, { name, timeZone })
      }
      expect(await getBudget(ctx, id)).toMatchObject({ settled: 0n, reserved: 0n })
      clock.advance(-HOUR)
      expect(await getBudget(ctx, id)).toMatchObject({ settled: 100n, reserved: 100n })
      expect(await book.open()).toBeInstanceOf(BudgetStopError)
      await resolveUnknown(ctx, { attemptId: lost, finding: 'charged', items: 90, note: 'On the bill' }, {})
      expect(await getBudget(ctx, id)).toMatchObject({ settled: 190n, reserved: 0n })
      clock.advance(-10.5 * HOUR)
    },
  )

  test('a view shows its percents and its period, and nothing of other budgets', async () => {
    const first = await make({ tellsAt: [] })
    const second = await make({ name: 'Ever', period: 'total', tellsAt: [80, 50], amount: '1000' })
    await book.settle(await book.mustOpen(), 40)
    await requestRaise(member, { budgetId: second, amount: '10', reason: 'More' })
    const [one, two] = await listBudgets(ctx)
    expect(one).toMatchObject({
      id: first,
      tellsAt: [],
      settled: 40n,
      left: 210n,
      raises: [],
      stoppedAt: null,
    })
    expect(one?.resetsAt?.toISOString()).toBe('2026-03-10T23:00:00.000Z')
    expect(two).toMatchObject({ id: second, tellsAt: [50, 80], settled: 40n, left: 960n, resetsAt: null })
    expect(two?.startsAt).toEqual(new Date(0))
    expect(two?.raises).toMatchObject([{ amount: 10n, reason: 'More', state: 'asked' }])
  })

  test.each([
    ['wallet', 'walletId'],
    ['environment', 'environmentId'],
    ['key', 'keyId'],
    ['member', 'memberId'],
    ['search', 'searchId'],
  ] as const)('a new budget for one %s counts the spend of that one only', async (scope, name) => {
    const [one, other] = [newId(), newId()]
    await book.settle(await book.mustOpen({ [name]: one }), 30)
    await book.settle(await book.mustOpen({ [name]: other }), 50)
    await book.mustOpen({ [name]: one }, 20)
    const countedFor = async (scopeId: string) => getBudget(ctx, await make({ scope, scopeId }))
    expect(await countedFor(one)).toMatchObject({ settled: 30n, reserved: 20n })
    expect(await countedFor(other)).toMatchObject({ settled: 50n, reserved: 0n })
  })

  test('a budget is not freed by another’s holds, nor raised by another’s raise', async () => {
    const small = await make({ name: 'Small', amount: '100' })
    const large = await make({ name: 'Large', amount: '1000' })
    await requestRaise(member, { budgetId: large, amount: '5000', reason: 'x' })
    const raiseId = (await getBudget(ctx, large)).raises[0]?.id ?? ''
    await decideRaise(ctx, { raiseId, grant: true, lastDay: '2026-03-30' })
    const attempt = await book.mustOpen()
    expect(await book.open()).toBeInstanceOf(BudgetStopError)
    await book.free(attempt)
    await book.free(await book.mustOpen())
    expect(await opened.db.budgetHold.count({ where: { teamId: ctx.team.id } })).toBe(0)
    expect((await getBudget(ctx, small)).reserved).toBe(0n)
  })

  test('with a budget in items and one in credits, each counts its own unit', async () => {
    const items = await make()
    const credits = await make({ unit: 'credits', amount: '1000' })
    await book.settle(await book.mustOpen(), 40)
    expect((await getBudget(ctx, items)).settled).toBe(40n)
    expect((await getBudget(ctx, credits)).settled).toBe(6_000_000_000n)
  })
})
