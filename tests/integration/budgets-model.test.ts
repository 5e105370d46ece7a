import fc from 'fast-check'
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { newId } from '@/lib/kernel'
import {
  createBudget,
  createBudgetInput,
  decideRaise,
  getBudget,
  listBudgets,
  requestRaise,
} from '@/lib/money/budgets'
import { sumRollups } from '@/lib/money/ledger'
import { resolveUnknown } from '@/lib/money/statements'
import { periodContaining, QUARTER_HOUR_MS } from '@/lib/platform/calendar'
import type { Engine, TeamCtx } from '@/lib/platform/db'
import { type BudgetBook, budgetBookOf } from '@/tests/factories/budget-book'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'
import { brokenInvariants } from '@/tests/support/invariants'

/**
 * Number of histories; `npm run test:long -- histories` tries 10,000, and 1,000 on PostgreSQL, where each
 * takes longer.
 */
const RUNS: Record<Engine, number> = {
  sqlite: Number(process.env.HISTORIES ?? 100),
  postgres: Number(process.env.HISTORIES_ON_POSTGRES ?? 20),
}
const HOUR = 3_600_000
const MAX_MS = 1_200_000
const KEYS = ['k1', 'k2'] as const
const PRICES = [1_000_000n, 2_500_000n] as const

const nth = fc.nat(5)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('open' as const),
      key: fc.constantFrom(...KEYS),
      items: fc.integer({ min: 20, max: 200 }),
      price: fc.constantFrom(...PRICES),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      nth,
      items: fc.integer({ min: 0, max: 200 }),
      price: fc.constantFrom(...PRICES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('free' as const), nth }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('lose' as const), nth }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('budget' as const),
      key: fc.option(fc.constantFrom(...KEYS)),
      unit: fc.constantFrom('items' as const, 'credits' as const),
      period: fc.constantFrom('hour' as const, 'day' as const, 'total' as const),
      size: fc.integer({ min: 1, max: 600 }),
      stops: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('resolve' as const),
      nth,
      finding: fc.constantFrom('charged' as const, 'uncharged' as const),
      items: fc.integer({ min: 1, max: 200 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('raise' as const),
      nth,
      size: fc.integer({ min: 1, max: 300 }),
      grant: fc.boolean(),
      days: fc.nat(2),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface ModelAttempt {
  readonly id: string
  readonly key: string
  readonly openedAt: Date
  readonly held: { readonly items: bigint; readonly credits: bigint }
  state: 'OPEN' | 'SETTLED' | 'FREE' | 'UNKNOWN'
  /** True for an unknown attempt that an admin has resolved. */
  isResolved: boolean
  came: { readonly items: bigint; readonly credits: bigint }
}

interface ModelBudget {
  readonly id: string
  readonly key: string | null
  readonly unit: 'items' | 'credits'
  readonly period: 'hour' | 'day' | 'total'
  readonly amount: bigint
  readonly stops: boolean
  readonly raises: { readonly amount: bigint; readonly endsAt: Date | null }[]
}

/** Returns a whole number of items, or thousandths of a credit. */
const amountText = (unit: ModelBudget['unit'], size: number): string =>
  unit === 'items' ? String(size) : `0.${String(size).padStart(3, '0')}`

const NOTHING = { items: 0n, credits: 0n }

/** What the ledger and the budgets should contain, computed from everything that happened. */
class Model {
  readonly attempts: ModelAttempt[] = []
  readonly budgets: ModelBudget[] = []

  constructor(readonly timeZone: string) {}

  figuresOf(budget: ModelBudget, now: Date) {
    const { startsAt } = periodContaining(now, budget.period, this.timeZone)
    const counted = this.attempts.filter(
      ({ key, openedAt }) =>
        (budget.key === null || budget.key === key) &&
        periodContaining(openedAt, budget.period, this.timeZone).startsAt.getTime() === startsAt.getTime(),
    )
    const sum = (of: readonly bigint[]) => of.reduce((total, value) => total + value, 0n)
    return {
      settled: sum(counted.map(({ came }) => came[budget.unit])),
      reserved: sum(
        counted.flatMap(({ state, isResolved, held }) =>
          state === 'OPEN' || (state === 'UNKNOWN' && !isResolved) ? [held[budget.unit]] : [],
        ),
      ),
    }
  }

  lets(key: string, held: ModelAttempt['held'], now: Date): boolean {
    return this.budgets.every((budget) => {
      if (!budget.stops || (budget.key !== null && budget.key !== key)) return true
      const { settled, reserved } = this.figuresOf(budget, now)
      return settled + reserved + held[budget.unit] <= this.mostOf(budget, now)
    })
  }

  /** Returns the amount with the raises in force. */
  mostOf = ({ amount, raises }: ModelBudget, now: Date): bigint =>
    raises.reduce((sum, raise) => (raise.endsAt && raise.endsAt > now ? sum + raise.amount : sum), amount)

  unknown = (place: number): ModelAttempt | undefined => {
    const lost = this.attempts.filter(({ state }) => state === 'UNKNOWN')
    return lost[place % Math.max(1, lost.length)]
  }

  pending = (place: number): ModelAttempt | undefined => {
    const open = this.attempts.filter(({ state }) => state === 'OPEN')
    return open[place % Math.max(1, open.length)]
  }
}

describeOnEachEngine('ledger and budgets', async (open, engine) => {
  const opened = await open()
  const clock = makeTestClock()
  const base = (await makeTeam(opened.db, clock)).admin
  // This tests histories; syncing each commit to disk would only slow it down.
  if (engine === 'sqlite') await opened.db.$queryRawUnsafe('PRAGMA synchronous = OFF')

  async function take(one: Step, model: Model, book: BudgetBook, ctx: TeamCtx): Promise<void> {
    if (one.do === 'wait') return clock.advance(one.hours * HOUR)
    if (one.do === 'budget') {
      const { id } = await createBudget(
        ctx,
        createBudgetInput.parse({
          name: 'A budget',
          scope: one.key === null ? 'team' : 'key',
          scopeId: one.key === null ? '' : keyIds[one.key],
          unit: one.unit,
          period: one.period,
          amount: amountText(one.unit, one.size),
          stops: one.stops,
          tellsAt: [],
        }),
      )
      const { amount } = await getBudget(ctx, id)
      model.budgets.push({ ...one, id, amount, raises: [] })
      return
    }
    if (one.do === 'open') {
      const held = { items: BigInt(one.items), credits: BigInt(one.items) * one.price }
      const lets = model.lets(one.key, held, clock.now())
      const result = await book.open({ keyId: keyIds[one.key], walletId: 'w' }, one.items, one.price)
      expect(typeof result === 'string').toBe(lets)
      if (typeof result === 'string')
        model.attempts.push({
          id: result,
          key: one.key,
          openedAt: clock.now(),
          held,
          state: 'OPEN',
          isResolved: false,
          came: NOTHING,
        })
      return
    }
    if (one.do === 'raise') return raise(one, model, ctx)
    if (one.do === 'resolve') return resolve(one, model, ctx)
    const attempt = model.pending(one.nth)
    if (!attempt) return
    if (one.do === 'settle') {
      await book.settle(attempt.id, one.items, one.price)
      attempt.state = 'SETTLED'
      attempt.came = { items: BigInt(one.items), credits: BigInt(one.items) * one.price }
    } else if (one.do === 'free') {
      await book.free(attempt.id)
      attempt.state = 'FREE'
    } else {
      await book.lose(attempt.id)
      attempt.state = 'UNKNOWN'
    }
    // The attempt has ended, so it cannot be ended again.
    await expect(book.free(attempt.id)).rejects.toMatchObject({ code: 'conflict' })
  }

  async function raise(one: Extract<Step, { do: 'raise' }>, model: Model, ctx: TeamCtx): Promise<void> {
    const budget = model.budgets[one.nth % Math.max(1, model.budgets.length)]
    if (!budget) return
    const amount = amountText(budget.unit, one.size)
    await requestRaise(ctx, { budgetId: budget.id, amount, reason: 'More' })
    const asked = (await getBudget(ctx, budget.id)).raises.find(({ state }) => state === 'asked')
    const last = DateTime.fromJSDate(clock.now(), { zone: model.timeZone }).plus({ days: one.days })
    const lastDay = last.toISODate() ?? ''
    await decideRaise(ctx, { raiseId: asked?.id ?? '', grant: one.grant, lastDay })
    if (one.grant)
      budget.raises.push({
        amount: asked?.amount ?? 0n,
        endsAt: periodContaining(last.toJSDate(), 'day', model.timeZone).endsAt,
      })
  }

  async function resolve(one: Extract<Step, { do: 'resolve' }>, model: Model, ctx: TeamCtx): Promise<void> {
    const attempt = model.unknown(one.nth)
    if (!attempt) return
    const told = { attemptId: attempt.id, finding: one.finding, items: one.items, note: 'The bill' }
    // An attempt can be resolved only once.
    if (attempt.isResolved)
      return expect(resolveUnknown(ctx, told, {})).rejects.toMatchObject({ code: 'conflict' })
    await resolveUnknown(ctx, told, {})
    attempt.isResolved = true
    const price = attempt.held.credits / attempt.held.items
    const items = BigInt(one.items)
    if (one.finding === 'charged') attempt.came = { items, credits: items * price }
  }

  test(
    `whatever happens, they equal the model (${RUNS[engine]} runs)`,
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
          const team = { ...base.team, id: newId(), slug: newId() }
          await opened.db.team.create({ data: { ...team, createdAt: clock.now() } })
          const ctx = { ...base, team }
          const [model, book] = [new Model(ctx.team.timeZone), budgetBookOf(ctx)]
          for (const one of steps) await take(one, model, book, ctx)

          const now = clock.now()
          const shown = await listBudgets(ctx)
          expect(shown).toHaveLength(model.budgets.length)
          for (const budget of model.budgets)
            expect(shown.find(({ id }) => id === budget.id)).toMatchObject({
              ...model.figuresOf(budget, now),
              effectiveAmount: model.mostOf(budget, now),
            })
          const all = { from: 0, to: Math.ceil(now.getTime() / QUARTER_HOUR_MS) + 1 }
          const [sum] = await sumRollups(ctx, [all], 'walletId')
          const settled = model.attempts.filter(({ state }) => state === 'SETTLED')
          expect(sum ?? { pages: 0, items: 0, chargeNano: 0n, frees: 0, unknowns: 0 }).toMatchObject({
            pages: settled.length,
            items: Number(settled.reduce((total, { came }) => total + came.items, 0n)),
            chargeNano: settled.reduce((total, { came }) => total + came.credits, 0n),
            frees: model.attempts.filter(({ state }) => state === 'FREE').length,
            unknowns: model.attempts.filter(({ state }) => state === 'UNKNOWN').length,
          })
        }),
        { numRuns: RUNS[engine] },
      )
      // The model covers neither runs nor result pages.
      expect(
        (await brokenInvariants(opened.db)).filter((rule) =>
          /budget has|only what|rollups|attempt/.test(rule),
        ),
      ).toEqual([])
    },
    MAX_MS,
  )
})

const keyIds: Readonly<Record<(typeof KEYS)[number], string>> = { k1: newId(), k2: newId() }
