import { beforeEach, expect, test } from 'vitest'
import { chargeUnit, maxChargeForPage, NANO_PER_CREDIT, newId, type Tariff } from '@/lib/kernel'
import { createBudget, createBudgetInput, getBudget } from '@/lib/money/budgets'
import { sumResolvedByRun, sumUnknownByRun } from '@/lib/money/ledger'
import {
  listUnknowns,
  MAX_RESOLVED,
  resolveCalls,
  resolveCallsInput,
  resolveUnknown,
} from '@/lib/money/statements'
import { budgetBookOf } from '@/tests/factories/budget-book'
import { MISS, PRICE } from '@/tests/factories/ledger'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

const TARIFF: Tariff = {
  ...{ perItem: 3n * NANO_PER_CREDIT, perCall: 0n, minPerCall: 60n * NANO_PER_CREDIT, onceADayIn: null },
  steps: [
    { from: 100, perItem: 2n * NANO_PER_CREDIT },
    { from: 200, perItem: NANO_PER_CREDIT },
  ],
}

describeOnEachEngine('unknown calls', async (open) => {
  let keyId: string
  let budgetId: string
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const ctx = team.admin
  const book = budgetBookOf(ctx)
  beforeEach(async () => {
    keyId = newId()
    const budget = { scope: 'key', scopeId: keyId, unit: 'items', period: 'day', amount: '300', tellsAt: [] }
    budgetId = (await createBudget(ctx, createBudgetInput.parse({ name: 'B', stops: true, ...budget }))).id
  })

  const lose = async (): Promise<string> => {
    clock.advance(1000)
    const attemptId = await book.mustOpen({ keyId, searchName: 'Coffee' })
    await book.lose(attemptId)
    return attemptId
  }
  const figures = async () => {
    const { settled, reserved } = await getBudget(ctx, budgetId)
    return { settled, reserved }
  }
  const charged = { finding: 'charged' as const, items: 37, note: 'The operator’s bill' }
  const uncharged = { finding: 'uncharged' as const, items: 0, note: 'Not on the bill' }

  test('one is listed with its reason, its time and what it may have cost', async () => {
    const attemptId = await lose()
    const [first] = await listUnknowns(ctx)
    expect(first).toEqual({
      attemptId,
      walletId: expect.any(String),
      at: clock.now(),
      why: MISS.reason,
      keyPrefix: 'xd_live_abcd',
      environmentName: 'production',
      memberName: ctx.actor.name,
      searchName: 'Coffee',
      operation: 'timeline',
      runId: expect.any(String),
      pageNumber: 1,
      maxItems: 100,
      maxNano: 100n * PRICE,
      resolution: null,
    })
  })

  test('charged: it counts at the price of its time, its entry stays, and its hold is spent', async () => {
    const attemptId = await lose()
    expect(await figures()).toEqual({ settled: 0n, reserved: 100n })
    await resolveUnknown(ctx, { attemptId, ...charged }, {})
    expect(await figures()).toEqual({ settled: 37n, reserved: 0n })
    expect((await listUnknowns(ctx)).find((one) => one.attemptId === attemptId)?.resolution).toEqual({
      finding: 'charged',
      items: 37,
      chargeNano: 37n * PRICE,
      note: 'The operator’s bill',
      by: ctx.actor.name,
      at: clock.now(),
    })
    expect(await ctx.db.ledgerEntry.findUniqueOrThrow({ where: { attemptId } })).toMatchObject({
      outcome: 'UNKNOWN',
      items: 0,
    })
    expect(await ctx.db.auditEntry.findFirst({ where: { action: 'unknown.resolve' } })).not.toBeNull()
    // A budget created later counts it, too.
    const later = createBudgetInput.parse({
      name: 'Later',
      scope: 'key',
      scopeId: keyId,
      unit: 'credits',
      period: 'day',
      amount: '99',
      stops: false,
      tellsAt: [],
    })
    expect(await getBudget(ctx, (await createBudget(ctx, later)).id)).toMatchObject({ settled: 37n * PRICE })
  })

  test('charged: a page counts by the tariff of its time, with its steps and its minimum per call', async () => {
    const charge = async (items: number, stated: Tariff = TARIFF) => {
      const attemptId = await book.mustOpen()
      const data = {
        reservedItems: 200,
        reservedNano: maxChargeForPage(TARIFF, 200),
        priceNano: chargeUnit(TARIFF),
      }
      await ctx.db.attempt.update({ where: { id: attemptId }, data })
      await book.lose(attemptId)
      await resolveUnknown(ctx, { attemptId, ...charged, items }, { timeline: stated })
      return (await ctx.db.resolution.findUniqueOrThrow({ where: { attemptId } })).chargeNano
    }
    for (const [items, credits] of [
      [0, 60n],
      [5, 60n],
      [50, 150n],
      [199, 398n],
      [200, 200n],
    ] as const)
      expect([items, await charge(items)]).toEqual([items, credits * NANO_PER_CREDIT])
    // If the provider states other prices by now, only the unit price of that time is known.
    expect(await charge(50, { ...TARIFF, minPerCall: 1n })).toBe(50n * NANO_PER_CREDIT)
  })

  test('not charged: its hold is released, whatever number of items was entered', async () => {
    const attemptId = await lose()
    await resolveUnknown(ctx, { attemptId, ...uncharged, items: 5 }, {})
    expect(await figures()).toEqual({ settled: 0n, reserved: 0n })
    expect(await ctx.db.resolution.findUniqueOrThrow({ where: { attemptId } })).toMatchObject({
      items: 0,
      chargeNano: null,
    })
  })

  test('once: the second of two simultaneous resolutions is refused, and nothing is counted twice', async () => {
    const attemptId = await lose()
    const tries = await Promise.allSettled([
      resolveUnknown(ctx, { attemptId, ...charged }, {}),
      resolveUnknown(ctx, { attemptId, ...uncharged }, {}),
    ])
    const [refused] = tries.filter((one) => one.status === 'rejected')
    expect(tries.filter((one) => one.status === 'rejected')).toHaveLength(1)
    expect(refused?.reason).toMatchObject({ code: 'conflict' })
    expect((await figures()).reserved).toBe(0n)
    expect((await brokenInvariants(ctx.db)).filter((rule) => rule.includes('budget'))).toEqual([])
  })

  test('only an unknown call of the team can be resolved, and only by an admin', async () => {
    const attemptId = await lose()
    const settled = await book.mustOpen({ keyId })
    await book.settle(settled, 3)
    const member = await makeMember(team, 'member')
    const stranger = (await makeOtherTeam(team)).admin
    await expect(resolveUnknown(member, { attemptId, ...charged }, {})).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(resolveUnknown(stranger, { attemptId, ...charged }, {})).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(resolveUnknown(ctx, { attemptId: settled, ...charged }, {})).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(resolveUnknown(ctx, { attemptId, ...charged, items: 0 }, {})).rejects.toMatchObject({
      fields: { items: 'Enter how many items were charged.' },
    })
    expect((await listUnknowns(stranger)).length).toBe(0)
  })

  test('several are resolved in one step and one audit entry: all charged at their maximum, or none', async () => {
    const ids = [await lose(), await lose()]
    const others = [await lose()]
    expect(await figures()).toEqual({ settled: 0n, reserved: 300n })
    const note = 'The operator’s bill'
    await resolveCalls(ctx, { attemptIds: ids, finding: 'charged', note }, {})
    expect(await figures()).toEqual({ settled: 200n, reserved: 100n })
    await resolveCalls(ctx, { attemptIds: others, finding: 'uncharged', note }, {})
    expect(await figures()).toEqual({ settled: 200n, reserved: 0n })
    const entries = await ctx.db.auditEntry.findMany({
      where: { teamId: ctx.team.id, action: 'unknown.resolve', subjectName: '2 calls' },
    })
    expect(entries.map(({ detail }) => JSON.parse(detail))).toEqual([{ finding: 'charged', calls: 2, note }])
    expect((await brokenInvariants(ctx.db)).filter((rule) => rule.includes('budget'))).toEqual([])
  })

  test('if one of several cannot be resolved, none is; at most a hundred at a time, with a reason', async () => {
    const [open, done] = [await lose(), await lose()]
    await resolveUnknown(ctx, { attemptId: done, ...uncharged }, {})
    const several = { attemptIds: [open, done], finding: 'uncharged' as const, note: 'The bill' }
    await expect(resolveCalls(ctx, several, {})).rejects.toMatchObject({ code: 'conflict' })
    const foreign = { ...several, attemptIds: [open, newId()] }
    await expect(resolveCalls(ctx, foreign, {})).rejects.toMatchObject({ code: 'not_found' })
    const member = await makeMember(team, 'member')
    await expect(resolveCalls(member, several, {})).rejects.toMatchObject({ code: 'forbidden' })
    const byBalance = { ...several, finding: 'balance' as const, attemptIds: [open] }
    await expect(resolveCalls(ctx, byBalance, {})).rejects.toMatchObject({ code: 'conflict' })
    expect((await figures()).reserved).toBe(100n)
    const many = Array.from({ length: MAX_RESOLVED + 1 }, newId)
    const input = (more: object) => resolveCallsInput.safeParse({ ...several, ...more }).success
    expect([input({}), input({ attemptIds: many }), input({ attemptIds: [] }), input({ note: ' ' })]).toEqual(
      [...[true, false, false, false]],
    )
    expect(input({ finding: 'balance', note: '' })).toBe(true)
  })

  test('a resolved one is no longer unknown in its run, and its charge is known', async () => {
    const runId = newId()
    const [first, second] = [await book.mustOpen({ keyId, runId }), await book.mustOpen({ keyId, runId })]
    for (const attemptId of [first, second]) await book.lose(attemptId)
    const unknown = async () => (await sumUnknownByRun(ctx.db, ctx.team.id, [runId])).get(runId)
    expect(await unknown()).toEqual({ calls: 2, items: 200 })
    await resolveUnknown(ctx, { attemptId: first, ...charged }, {})
    await resolveUnknown(ctx, { attemptId: second, ...uncharged }, {})
    expect(await unknown()).toBeUndefined()
    expect(await sumResolvedByRun(ctx, [runId])).toEqual({ items: 37, chargeNano: 37n * PRICE })
  })

  test('unresolved ones come first', async () => {
    const old = await lose()
    await resolveUnknown(ctx, { attemptId: await lose(), ...uncharged }, {})
    const places = (await listUnknowns(ctx)).map(({ resolution }) => resolution === null)
    expect(places.indexOf(false)).toBeGreaterThan(places.lastIndexOf(true))
    expect((await listUnknowns(ctx))[0]?.attemptId).toBe(old)
  })
})
