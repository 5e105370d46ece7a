import { beforeEach, expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import {
  createBudget,
  createBudgetInput,
  decideRaise,
  deleteBudget,
  getBudget,
  listBudgets,
  requestRaise,
} from '@/lib/money/budgets'
import { makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const [HOUR, DAY] = [3_600_000, 86_400_000]

describeOnDatabase('raises of budgets', async (engine) => {
  const opened = await engine()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const ctx = team.admin
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

  test('requests, grants and refusals are logged; a refusal raises nothing', async () => {
    const id = await make()
    const granted = await ask(id)
    expect(await lastEntry()).toMatchObject({
      action: 'budget.ask',
      subjectId: id,
      subjectName: 'Calls',
      detail: { amount: '100 items', reason: 'A launch' },
    })
    const lastDay = today()
    await decideRaise(ctx, { raiseId: granted, grant: true, lastDay })
    const noted = { subjectId: id, subjectName: 'Calls' }
    const detail = { amount: '100 items', askedBy: 'Ada Admin' }
    expect(await lastEntry()).toMatchObject({
      action: 'budget.grant',
      ...noted,
      detail: { ...detail, lastDay },
    })
    clock.advance(HOUR)
    const refused = await ask(id)
    await decideRaise(ctx, { raiseId: refused, grant: false, lastDay: '' })
    const entry = await lastEntry()
    expect(entry).toMatchObject({ action: 'budget.refuse', ...noted })
    expect(entry.detail).toEqual(detail)
    const { raises, effectiveAmount } = await getBudget(ctx, id)
    expect(effectiveAmount).toBe(350n)
    expect(raises).toEqual([
      expect.objectContaining({ id: refused, state: 'refused', endsAt: null, decidedByName: 'Ada Admin' }),
      expect.objectContaining({ id: granted, state: 'granted', endsAt: expect.any(Date) }),
    ])
    expect(raises[0]?.decidedAt).toEqual(clock.now())
  })

  test('a raise ends exactly with its last day in the team’s time zone', async () => {
    const id = await make({ period: 'total', scope: 'key', scopeId: newId() })
    await decideRaise(ctx, { raiseId: await ask(id), grant: true, lastDay: today() })
    const endsAt = (await getBudget(ctx, id)).raises[0]?.endsAt ?? new Date(0)
    expect(endsAt.toLocaleTimeString('de-DE', { timeZone: 'Europe/Berlin' })).toBe('00:00:00')
    clock.advance(endsAt.getTime() - clock.now().getTime() - 1)
    expect(await getBudget(ctx, id)).toMatchObject({ effectiveAmount: 350n })
    clock.advance(1)
    expect(await getBudget(ctx, id)).toMatchObject({ effectiveAmount: 250n })
    clock.advance(DAY / 2)
  })

  test('an invalid last day, a second decision and a stranger are refused with what to do', async () => {
    const id = await make()
    const raiseId = await ask(id)
    for (const lastDay of ['', 'soon', '2020-01-01'])
      await expect(decideRaise(ctx, { raiseId, grant: true, lastDay })).rejects.toMatchObject({
        message: 'The raise was not granted.',
        fields: { lastDay: 'Choose a day, today or later.' },
      })
    const stranger = (await makeOtherTeam(team)).admin
    const refuse = { raiseId, grant: false, lastDay: '' }
    await expect(decideRaise(stranger, refuse)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('The request for a raise'),
    })
    await decideRaise(ctx, refuse)
    await expect(decideRaise(ctx, refuse)).rejects.toThrow('decided on this request already')
  })
})
