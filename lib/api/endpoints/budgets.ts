import { z } from 'zod'
import { createScopedBudget } from '@/lib/collect/scopes'
import {
  type BudgetView,
  changeBudget,
  createBudgetInput,
  deleteBudget,
  getBudget,
  listBudgets,
} from '@/lib/money/budgets'
import { defineEndpoint, defineListEndpoint, emptyResponseSchema } from '../endpoint'
import {
  EXAMPLE_IDS,
  idSchema,
  momentSchema,
  toApiView,
  toCreditsText,
  withDescription,
  withSchemaName,
} from '../shapes'

const input = createBudgetInput.shape
const { scope, unit, period } = input
/** Fields of a budget that can change. */
const changing = {
  name: input.name,
  amount: withDescription(input.amount, 'Such as 150 or 0.5.'),
  stops: withDescription(input.stops, 'It refuses calls that could pass it; otherwise it only warns.'),
  tellsAt: withDescription(input.tellsAt, 'Percents of the amount at which it warns, such as 50 and 80.'),
}

const amount = z.string().regex(/^-?\d+(\.\d{1,9})?$/)

const budget = withSchemaName(
  'Budget',
  z.object({
    id: idSchema,
    name: z.string(),
    scope: withDescription(scope, 'What it counts.'),
    scopeId: idSchema,
    unit: withDescription(unit, 'Of all amounts of this budget.'),
    period,
    amount,
    effectiveAmount: withDescription(amount, 'The amount with the raises that are granted now.'),
    stops: withDescription(z.boolean(), 'Whether it refuses calls that could pass it.'),
    tellsAt: withDescription(z.array(z.int()), 'Percents of the amount at which it warns.'),
    startsAt: momentSchema,
    resetsAt: momentSchema.nullable(),
    settled: amount,
    reserved: withDescription(amount, 'Reserved for calls under way, and for those whose answer was lost.'),
    left: amount,
    stoppedAt: momentSchema.nullable(),
  }),
)

const budgetOf = (view: BudgetView): z.output<typeof budget> => {
  const write = (amount: bigint) => (view.unit === 'items' ? String(amount) : toCreditsText(amount))
  return toApiView(budget, view, {
    amount: write(view.amount),
    effectiveAmount: write(view.effectiveAmount),
    settled: write(view.settled),
    reserved: write(view.reserved),
    left: write(view.left),
  })
}

const EXAMPLE_INPUT = {
  name: 'Production a day',
  scope: 'environment',
  scopeId: EXAMPLE_IDS.environmentId,
  unit: 'credits',
  period: 'day',
  amount: '500',
  stops: true,
  tellsAt: [80, 100],
} as const

const EXAMPLE: z.output<typeof budget> = {
  ...EXAMPLE_INPUT,
  id: EXAMPLE_IDS.budgetId,
  tellsAt: [...EXAMPLE_INPUT.tellsAt],
  effectiveAmount: '500',
  startsAt: '2026-11-23T23:00:00.000Z',
  resetsAt: '2026-11-24T23:00:00.000Z',
  settled: '45',
  reserved: '0',
  left: '455',
  stoppedAt: null,
}

/** Endpoints for budgets. */
export const budgetEndpoints = {
  listBudgets: defineListEndpoint({
    route: 'GET /budgets',
    permission: 'budgets:read',
    summary: 'The budgets in force, with their current periods',
    item: budget,
    example: EXAMPLE,
    list: async ({ ctx }) => (await listBudgets(ctx)).map(budgetOf),
  }),
  getBudget: defineEndpoint({
    route: 'GET /budgets/{budgetId}',
    permission: 'budgets:read',
    summary: 'One budget with its current period',
    answer: budget,
    example: { answer: EXAMPLE },
    handle: async ({ ctx, ids }) => budgetOf(await getBudget(ctx, ids.budgetId)),
  }),
  createBudget: defineEndpoint({
    route: 'POST /budgets',
    permission: 'budgets:write',
    summary: 'Creates a budget; what was spent earlier in its current period counts',
    body: z.strictObject({
      ...changing,
      scope: withDescription(scope, 'What it counts.'),
      scopeId: withDescription(input.scopeId, 'What it is for; left out for the team.'),
      unit,
      period,
    }),
    answer: budget,
    status: 201,
    example: { body: { ...EXAMPLE_INPUT, tellsAt: [80, 100] }, answer: EXAMPLE },
    async handle({ ctx, body }) {
      const { id } = await createScopedBudget(ctx, body)
      return budgetOf(await getBudget(ctx, id))
    },
  }),
  changeBudget: defineEndpoint({
    route: 'PUT /budgets/{budgetId}',
    permission: 'budgets:write',
    summary: 'Changes a budget: its name, its amount, whether it stops, and when it warns',
    body: z.strictObject(changing),
    answer: budget,
    example: {
      body: { name: 'Production a day', amount: '800', stops: true, tellsAt: [80, 100] },
      answer: { ...EXAMPLE, amount: '800', effectiveAmount: '800', left: '755' },
    },
    async handle({ ctx, ids: { budgetId }, body }) {
      await changeBudget(ctx, { ...body, budgetId })
      return budgetOf(await getBudget(ctx, budgetId))
    },
  }),
  deleteBudget: defineEndpoint({
    route: 'DELETE /budgets/{budgetId}',
    permission: 'budgets:write',
    summary: 'Deletes a budget; it no longer counts or stops calls',
    answer: emptyResponseSchema,
    example: { answer: null },
    async handle({ ctx, ids: { budgetId } }) {
      await deleteBudget(ctx, { budgetId })
      return null
    },
  }),
}
