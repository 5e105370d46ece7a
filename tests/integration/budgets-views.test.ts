import { beforeEach, expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import {
  BudgetStopError,
  changeBudget,
  createBudget,
  createBudgetInput,
  decideRaise,
  deleteBudget,
  getBudget,
  listBudgets,
  listStoppingBudgets,
  recordBudgetStop,
  requestRaise,
} from '@/lib/money/budgets'
import { budgetBookOf } from '@/tests/factories/budget-book'
import { makeMember, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const DAY = 86_400_000

describeOnDatabase('what budgets show and log', async (engine) => {
  const opened = await engine()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const ctx = team.admin
  const book = budgetBookOf(ctx)
  beforeEach(async () => {
    for (const { id } of await listBudgets(ctx)) await deleteBudget(ctx, { budgetId: id })
    clock.advance(DAY)
  })

  const BASE = { name: 'Calls', scope: 'team', unit: 'items', period: 'day', amount: '250', stops: true }
  const make = async (over: Record<string, unknown> = {}): Promise<string> =>
    (await createBudget(ctx, createBudgetInput.parse({ ...BASE, tellsAt: [], ...over }))).id
  const lastEntry = async () => {
    const entry = await ctx.db.auditEntry.findFirst({
      where: { teamId: ctx.team.id },
      orderBy: { id: 'desc' },
    })
    return { ...entry, detail: JSON.parse(entry?.detail ?? 'null') as unknown }
  }
  const today = () => clock.now().toISOString().slice(0, 10)
  const ask = async (budgetId: string, amount = '100', who = ctx): Promise<string> => {
    await requestRaise(who, { budgetId, amount, reason: 'A launch' })
    return (await getBudget(ctx, budgetId)).raises.find(({ state }) => state === 'asked')?.id ?? ''
  }
  const stop = async (budgetId: string): Promise<void> => {
    const stopped = await book.open({}, 1000)
    expect(stopped).toMatchObject({ budgetId })
    if (stopped instanceof BudgetStopError) await recordBudgetStop(ctx, stopped)
  }

  test('a run sees the budgets that can stop it, and with which keys', async () => {
    const keys = [
      { id: 'one', environmentId: team.environments[0]?.id ?? '', walletId: team.walletId },
      { id: 'other', environmentId: team.environments[1]?.id ?? '', walletId: team.walletId },
    ]
    const max = await makeMember(team, 'member')
    const ofTeam = await make({ name: 'All' })
    const ofEnvironment = await make({ name: 'One', scope: 'environment', scopeId: keys[0]?.environmentId })
    await make({ name: 'Tells', stops: false })
    await make({ name: 'Of Max', scope: 'member', scopeId: max.actor.memberId })
    const told = await listStoppingBudgets(ctx, 'search', keys)
    expect(told.map(({ id, withAnyKey, keyIds }) => ({ id, withAnyKey, keyIds }))).toEqual(
      expect.arrayContaining([
        { id: ofTeam, withAnyKey: true, keyIds: ['one', 'other'] },
        { id: ofEnvironment, withAnyKey: false, keyIds: ['one'] },
      ]),
    )
    expect(told).toHaveLength(2)
    expect(await listStoppingBudgets(max, 'search', [])).toMatchObject([
      { withAnyKey: true },
      { name: 'Of Max', period: BASE.period, withAnyKey: true },
    ])
  })

  test('a new budget shows what was entered and its whole period', async () => {
    const id = await make({ stops: false, tellsAt: [50, 100] })
    expect(await getBudget(ctx, id)).toEqual({
      id,
      ...BASE,
      stops: false,
      scopeId: ctx.team.id,
      amount: 250n,
      effectiveAmount: 250n,
      tellsAt: [50, 100],
      startsAt: expect.any(Date),
      resetsAt: expect.any(Date),
      settled: 0n,
      reserved: 0n,
      left: 250n,
      stoppedAt: null,
      createdAt: expect.any(Date),
      changedAt: expect.any(Date),
      raises: [],
    })
    const { startsAt, resetsAt } = await getBudget(ctx, id)
    expect(startsAt <= clock.now() && resetsAt !== null && resetsAt > clock.now()).toBe(true)
    expect((await getBudget(ctx, await make())).tellsAt).toEqual([])
  })

  test('the list is in order of creation, each budget with its own figures', async () => {
    const keyId = newId()
    const ids = [await make(), await make({ scope: 'key', scopeId: keyId }), await make({ period: 'total' })]
    await requestRaise(ctx, { budgetId: ids[1] ?? '', amount: '5', reason: 'More' })
    await book.mustOpen({ keyId }, 30)
    await book.mustOpen({}, 40)
    const views = await listBudgets(ctx)
    expect(views.map(({ id }) => id)).toEqual(ids)
    expect(views.slice(0, 2).map(({ reserved }) => reserved)).toEqual([70n, 30n])
    expect(views.map(({ raises }) => raises.length)).toEqual([0, 1, 0])
  })

  test('creating, changing and deleting are logged with their figures', async () => {
    const id = await make({ tellsAt: [50, 100] })
    expect(await lastEntry()).toMatchObject({
      action: 'budget.create',
      subjectId: id,
      subjectName: 'Calls',
      detail: { scope: 'team', period: 'day', amount: '250 items', stops: 'yes', tellsAt: '50,100' },
    })
    await changeBudget(ctx, { budgetId: id, name: 'Less', amount: '1', stops: false, tellsAt: [10, 20] })
    expect(await lastEntry()).toMatchObject({
      action: 'budget.change',
      subjectId: id,
      subjectName: 'Less',
      detail: {
        amount: { from: '250 items', to: '1 item' },
        stops: { from: 'yes', to: 'no' },
        tellsAt: { from: '50,100', to: '10,20' },
      },
    })
    expect(await getBudget(ctx, id)).toMatchObject({ name: 'Less', amount: 1n, tellsAt: [10, 20] })
    await deleteBudget(ctx, { budgetId: id })
    expect(await lastEntry()).toMatchObject({ action: 'budget.archive', subjectId: id, subjectName: 'Less' })
  })

  test('errors name what is missing or not allowed', async () => {
    const id = await make()
    const member = await makeMember(team, 'member')
    const viewer = await makeMember(team, 'viewer')
    const raiseId = await ask(id)
    const change = { budgetId: id, name: 'Mine', amount: '1', stops: false, tellsAt: [] }
    const input = createBudgetInput.parse({ ...BASE, tellsAt: [] })
    await expect(createBudget(member, input)).rejects.toThrow('create budgets')
    await expect(changeBudget(member, change)).rejects.toThrow('change budgets')
    await expect(deleteBudget(member, { budgetId: id })).rejects.toThrow('delete budgets')
    await expect(decideRaise(member, { raiseId, grant: false, lastDay: '' })).rejects.toThrow(
      'decide on raises',
    )
    await expect(ask(id, '1', viewer)).rejects.toThrow('ask for more')
    await expect(make({ amount: '1.2.3' })).rejects.toThrow('The budget was not created.')
    await expect(make({ scope: 'key' })).rejects.toThrow('The budget was not created.')
    await expect(changeBudget(ctx, { ...change, amount: 'x' })).rejects.toThrow('The budget was not changed.')
    await expect(ask(id, 'x')).rejects.toThrow('The request was not sent.')
    await deleteBudget(ctx, { budgetId: id })
    const gone = [
      () => getBudget(ctx, id),
      () => changeBudget(ctx, change),
      () => deleteBudget(ctx, { budgetId: id }),
      () => ask(id),
      () => decideRaise(ctx, { raiseId, grant: false, lastDay: '' }),
    ]
    for (const attempt of gone) await expect(attempt()).rejects.toThrow('The budget')
  })

  test('a stop is shown until a change, a raise or a new period lets pages through again', async () => {
    const id = await make()
    const shown = async () => (await getBudget(ctx, id)).stoppedAt
    expect(await shown()).toBeNull()
    await stop(id)
    expect(await shown()).toEqual(clock.now())
    clock.advance(1000)
    await changeBudget(ctx, { budgetId: id, name: 'Calls', amount: '300', stops: true, tellsAt: [] })
    expect(await shown()).toBeNull()
    clock.advance(1000)
    await stop(id)
    const stoppedAt = clock.now()
    clock.advance(1000)
    const refused = await ask(id)
    expect(await shown()).toEqual(stoppedAt)
    await decideRaise(ctx, { raiseId: refused, grant: false, lastDay: '' })
    expect(await shown()).toEqual(stoppedAt)
    clock.advance(1000)
    await decideRaise(ctx, { raiseId: await ask(id), grant: true, lastDay: today() })
    expect(await shown()).toBeNull()
    clock.advance(1000)
    await stop(id)
    expect(await shown()).toEqual(clock.now())
    clock.advance(DAY)
    expect(await shown()).toBeNull()
  })
})
