import { beforeEach, expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import {
  BudgetStopError,
  type BudgetView,
  changeBudget,
  changeTeam,
  createBudget,
  createBudgetInput,
  decideRaise,
  deleteBudget,
  getBudget,
  listBudgets,
  requestRaise,
  type Scope,
} from '@/lib/money/budgets'
import type { Attribution } from '@/lib/money/ledger'
import { periodContaining } from '@/lib/platform/calendar'
import { budgetBookOf } from '@/tests/factories/budget-book'
import { PRICE } from '@/tests/factories/ledger'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

const DAY = 86_400_000

describeOnEachEngine('budgets', async (engine) => {
  const opened = await engine()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const ctx = team.admin
  const book = budgetBookOf(ctx)
  // Gives each test its own budgets, scopes and day.
  beforeEach(async () => {
    for (const { id } of await listBudgets(ctx)) await deleteBudget(ctx, { budgetId: id })
    clock.advance(DAY)
  })

  const make = async (over: Record<string, unknown> = {}, who = ctx): Promise<string> => {
    const input = {
      name: 'Calls',
      scope: 'team',
      unit: 'items',
      period: 'day',
      amount: '250',
      stops: true,
      tellsAt: [],
    }
    return (await createBudget(who, createBudgetInput.parse({ ...input, ...over }))).id
  }
  const figures = async (id: string): Promise<Pick<BudgetView, 'settled' | 'reserved' | 'left'>> => {
    const { settled, reserved, left } = await getBudget(ctx, id)
    return { settled, reserved, left }
  }

  test('calls in flight are held, settled ones count, and the rest is left for others', async () => {
    const id = await make()
    const first = await book.mustOpen()
    await book.mustOpen()
    expect(await figures(id)).toEqual({ settled: 0n, reserved: 200n, left: 50n })
    expect(await book.open()).toBeInstanceOf(BudgetStopError)
    await book.settle(first, 37)
    expect(await figures(id)).toEqual({ settled: 37n, reserved: 100n, left: 113n })
    await book.mustOpen()
    expect(await figures(id)).toEqual({ settled: 37n, reserved: 200n, left: 13n })
    expect(await brokenInvariants(ctx.db)).toEqual(
      expect.not.arrayContaining([expect.stringContaining('budget')]),
    )
  })

  test('a stop names the budget, what is left, when it resets and who can help; nothing is written', async () => {
    await make({ name: 'Daily' })
    await book.mustOpen({}, 200)
    const before = await ctx.db.attempt.count()
    const stop = await book.open()
    expect(stop).toMatchObject({ code: 'conflict' })
    expect(stop instanceof BudgetStopError && stop.message).toMatch(
      /“Daily” stops here: 50 items left, and the next page may need 100 items. It resets on \d+ \w+ 2026, 00:00 \(Europe\/Berlin\); Ada Admin can raise it before\.$/,
    )
    expect(await ctx.db.attempt.count()).toBe(before)
  })

  test('free calls return their hold, unknown ones keep it', async () => {
    const id = await make()
    await book.free(await book.mustOpen())
    expect(await figures(id)).toEqual({ settled: 0n, reserved: 0n, left: 250n })
    await book.lose(await book.mustOpen())
    expect(await figures(id)).toEqual({ settled: 0n, reserved: 100n, left: 150n })
  })

  test('a page larger than its hold is booked in full, and then stops', async () => {
    const id = await make({ amount: '100' })
    await book.settle(await book.mustOpen(), 130)
    expect(await figures(id)).toEqual({ settled: 130n, reserved: 0n, left: 0n })
    expect(await book.open({}, 1)).toBeInstanceOf(BudgetStopError)
  })

  test.each<[Scope, keyof Attribution]>([
    ['wallet', 'walletId'],
    ['environment', 'environmentId'],
    ['key', 'keyId'],
    ['member', 'memberId'],
    ['search', 'searchId'],
  ])('a budget of a %s counts its own calls only', async (scope, field) => {
    const scopeId = newId()
    const id = await make({ scope, scopeId })
    await book.settle(await book.mustOpen({ [field]: scopeId }), 10)
    await book.settle(await book.mustOpen({ [field]: newId() }), 20)
    expect(await figures(id)).toMatchObject({ settled: 10n })
    await book.mustOpen({ [field]: scopeId })
    await book.mustOpen({ [field]: scopeId })
    expect(await book.open({ [field]: scopeId })).toBeInstanceOf(BudgetStopError)
    await book.mustOpen({ [field]: newId() })
  })

  test.each(['service', 'token'] as const)(
    'a budget of a %s counts its own calls only, also those before it was created',
    async (scope) => {
      const scopeId = newId()
      // Calls before the budget was created are counted from rollups.
      const by = (principal: 'service' | 'token' | 'member', principalId = scopeId) => ({
        ...{ principal, principalId, memberId: '', origin: 'gateway' as const, runId: '' },
      })
      await book.settle(await book.mustOpen(by(scope)), 40)
      const id = await make({ scope, scopeId })
      await book.settle(await book.mustOpen(by(scope)), 10)
      await book.settle(await book.mustOpen(by('member')), 20)
      await book.settle(await book.mustOpen(by(scope, newId())), 20)
      expect(await figures(id)).toMatchObject({ settled: 50n, reserved: 0n })
      await book.mustOpen(by(scope))
      await book.mustOpen(by(scope))
      expect(await book.open(by(scope))).toBeInstanceOf(BudgetStopError)
      await book.mustOpen(by('member'))
    },
  )

  test('every budget that counts a call must let it through; if one refuses, the others hold nothing', async () => {
    const wide = await make({ amount: '1000' })
    const narrow = await make({ amount: '100', scope: 'key', scopeId: newId(), name: 'Narrow' })
    const { scopeId: keyId } = await getBudget(ctx, narrow)
    await book.mustOpen({ keyId })
    expect(await book.open({ keyId })).toMatchObject({ budgetId: narrow })
    expect(await figures(wide)).toMatchObject({ reserved: 100n })
  })

  test('a budget that only warns lets everything through and counts it', async () => {
    const id = await make({ stops: false, amount: '50', tellsAt: [100, 50, 50] })
    await book.settle(await book.mustOpen(), 80)
    expect(await getBudget(ctx, id)).toMatchObject({
      settled: 80n,
      left: 0n,
      tellsAt: [50, 100],
      stops: false,
    })
  })

  test('a budget in credits counts charges; without a price, a stopping one lets nothing through', async () => {
    const id = await make({ unit: 'credits', amount: '30' })
    await book.settle(await book.mustOpen(), 40)
    expect(await figures(id)).toEqual({ settled: 40n * PRICE, reserved: 0n, left: 24_000_000_000n })
    const stop = await book.open({}, 20, null)
    expect(stop).toMatchObject({ message: expect.stringContaining('no price is known for a timeline') })
    await changeBudget(ctx, { budgetId: id, name: 'Tells', amount: '30', stops: false, tellsAt: [] })
    const unpriced = await book.open({}, 20, null)
    await book.settle(typeof unpriced === 'string' ? unpriced : '', 20, null)
    expect(await figures(id)).toMatchObject({ settled: 40n * PRICE, reserved: 0n })
  })

  test('each period starts anew; a call counts in the period in which it was opened', async () => {
    const [day, total] = [await make(), await make({ period: 'total', name: 'Ever', amount: '1000000' })]
    const late = await book.mustOpen()
    clock.advance(DAY)
    expect(await figures(day)).toEqual({ settled: 0n, reserved: 0n, left: 250n })
    await book.settle(late, 60)
    expect(await figures(day)).toEqual({ settled: 0n, reserved: 0n, left: 250n })
    expect((await getBudget(ctx, total)).resetsAt).toBeNull()
    expect((await figures(total)).settled).toBeGreaterThanOrEqual(60n)
  })

  test('a new budget counts what its period already contains', async () => {
    const keyId = newId()
    clock.advance(-DAY)
    await book.settle(await book.mustOpen({ keyId }), 99)
    clock.advance(DAY)
    const pending = await book.mustOpen({ keyId })
    await book.settle(await book.mustOpen({ keyId }), 30)
    await book.lose(await book.mustOpen({ keyId }, 7))
    await book.free(await book.mustOpen({ keyId }))
    const id = await make({ scope: 'key', scopeId: keyId, amount: '500' })
    expect(await figures(id)).toEqual({ settled: 30n, reserved: 107n, left: 363n })
    await book.settle(pending, 50)
    expect(await figures(id)).toEqual({ settled: 80n, reserved: 7n, left: 413n })
    const inCredits = await make({
      scope: 'key',
      scopeId: keyId,
      unit: 'credits',
      period: 'week',
      amount: '99',
    })
    expect(await figures(inCredits)).toMatchObject({ reserved: 7n * PRICE })
  })

  test('another time zone moves the day, which is counted again from the ledger', async () => {
    const own = (await makeOtherTeam(team)).admin
    const ownBook = budgetBookOf(own)
    const id = await make({}, own)
    const open = await ownBook.mustOpen()
    await changeTeam(own, { name: own.team.name, timeZone: 'Pacific/Apia' })
    const moved = { ...own, team: { ...own.team, timeZone: 'Pacific/Apia' } }
    const { startsAt, reserved } = await getBudget(moved, id)
    expect({ at: startsAt.toISOString().slice(11, 13), reserved }).toEqual({ at: '11', reserved: 100n })
    await ownBook.settle(open, 12)
    expect(await getBudget(moved, id)).toMatchObject({ settled: 12n, reserved: 0n })
  })

  test('a call with a context from before a change of the time zone counts in the new day, as does a new budget', async () => {
    const own = await makeOtherTeam(team)
    const stale = own.admin
    const id = await make({}, stale)
    await changeTeam(stale, { name: stale.team.name, timeZone: 'Pacific/Apia' })
    const moved = { ...stale, team: { ...stale.team, timeZone: 'Pacific/Apia' } }
    await budgetBookOf(stale).mustOpen({}, 200)
    const later = await make({ name: 'Later' }, stale)
    for (const each of [id, later]) expect(await getBudget(moved, each)).toMatchObject({ reserved: 200n })
    await expect(budgetBookOf(moved).open()).resolves.toBeInstanceOf(BudgetStopError)
  })

  test('a new time zone recounts budgets in its own days, even if the context has an older zone', async () => {
    const own = await makeOtherTeam(team)
    const stale = own.admin
    const id = await make({}, stale)
    const ownBook = budgetBookOf(stale)
    await ownBook.settle(await ownBook.mustOpen({}, 200), 100)
    const known = stale.team.timeZone
    for (const timeZone of ['Pacific/Apia', known]) {
      await changeTeam(stale, { name: stale.team.name, timeZone })
      const moved = { ...stale, team: { ...stale.team, timeZone } }
      expect(await getBudget(moved, id)).toMatchObject({ settled: 100n, reserved: 0n })
      const { startsAt } = periodContaining(clock.now(), 'day', timeZone)
      expect(await opened.db.budgetPeriod.findMany({ where: { budgetId: id } })).toMatchObject([{ startsAt }])
    }
  })

  test('of many admins, the first are named', async () => {
    await make({ amount: '10' })
    for (const name of ['Bo Boss', 'Cy Chief', 'Di Director']) await makeMember(team, 'admin', name)
    expect(await book.open()).toMatchObject({
      message: expect.stringContaining('; Ada Admin, Bo Boss or another admin can raise it before.'),
    })
  })

  test('a raise counts from its grant to the end of its last day', async () => {
    const id = await make({ amount: '100' })
    const member = await makeMember(team, 'member')
    await book.settle(await book.mustOpen(), 100)
    await requestRaise(member, { budgetId: id, amount: '150', reason: 'A launch' })
    expect(await book.open()).toBeInstanceOf(BudgetStopError)
    const [raise] = (await getBudget(ctx, id)).raises
    expect(raise).toMatchObject({
      state: 'asked',
      askedByName: 'Max Member',
      amount: 150n,
      reason: 'A launch',
    })
    const raiseId = raise?.id ?? ''
    const today = clock.now().toISOString().slice(0, 10)
    await expect(decideRaise(member, { raiseId, grant: true, lastDay: today })).rejects.toMatchObject({
      code: 'forbidden',
    })
    for (const lastDay of ['', '2020-01-01'])
      await expect(decideRaise(ctx, { raiseId, grant: true, lastDay })).rejects.toMatchObject({
        code: 'invalid',
      })
    await decideRaise(ctx, { raiseId, grant: true, lastDay: today })
    await expect(decideRaise(ctx, { raiseId, grant: false, lastDay: '' })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await getBudget(ctx, id)).toMatchObject({ amount: 100n, effectiveAmount: 250n, left: 150n })
    await book.mustOpen()
    expect(await book.open()).toBeInstanceOf(BudgetStopError)
    clock.advance(DAY)
    expect(await getBudget(ctx, id)).toMatchObject({ effectiveAmount: 100n, raises: [{ state: 'granted' }] })
  })

  test('after a raise has ended, what it let through remains, and nothing more is let through', async () => {
    const keyId = newId()
    const id = await make({ scope: 'key', scopeId: keyId, period: 'total', amount: '100' })
    await book.settle(await book.mustOpen({ keyId }), 100)
    await requestRaise(ctx, { budgetId: id, amount: '300', reason: 'A launch' })
    const raiseId = (await getBudget(ctx, id)).raises[0]?.id ?? ''
    const lastDay = clock.now().toISOString().slice(0, 10)
    await decideRaise(ctx, { raiseId, grant: true, lastDay })
    await book.settle(await book.mustOpen({ keyId }), 100)
    clock.advance(DAY)
    expect(await book.open({ keyId }, 1)).toBeInstanceOf(BudgetStopError)
    expect(await getBudget(ctx, id)).toMatchObject({ settled: 200n, effectiveAmount: 100n, left: 0n })
  })

  test('invalid amounts and scopes are refused with what to do', async () => {
    for (const amount of ['0', '1.5'])
      await expect(make({ amount })).rejects.toMatchObject({
        fields: { amount: 'Enter a whole number of items, such as 2000.' },
      })
    await expect(make({ scope: 'wallet' })).rejects.toMatchObject({
      fields: { scopeId: 'Choose what it is for.' },
    })
    await expect(make({ unit: 'credits', amount: '0' })).rejects.toMatchObject({ code: 'invalid' })
  })

  test('only admins create, change and delete; strangers find nothing', async () => {
    const id = await make()
    const member = await makeMember(team, 'member')
    const stranger = (await makeOtherTeam(team)).admin
    const change = { budgetId: id, name: 'Mine', amount: '1', stops: false, tellsAt: [] }
    await expect(make({}, member)).rejects.toMatchObject({ code: 'forbidden' })
    for (const [who, code] of [
      [member, 'forbidden'],
      [stranger, 'not_found'],
    ] as const) {
      await expect(changeBudget(who, change)).rejects.toMatchObject({ code })
      await expect(deleteBudget(who, { budgetId: id })).rejects.toMatchObject({ code })
    }
    await expect(getBudget(stranger, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(requestRaise(stranger, { budgetId: id, amount: '1', reason: 'x' })).rejects.toMatchObject({
      code: 'not_found',
    })
    const viewer = await makeMember(team, 'viewer')
    await expect(requestRaise(viewer, { budgetId: id, amount: '1', reason: 'x' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await listBudgets(viewer)).toHaveLength(1)
    await deleteBudget(ctx, { budgetId: id })
    expect(await listBudgets(ctx)).toEqual([])
    await book.mustOpen({}, 10_000)
  })
})
