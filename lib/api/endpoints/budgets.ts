import { z } from 'zod'
import { createBudgetFor } from '@/lib/collect/scopes'
import {
  type BudgetView,
  changeBudget,
  changeBudgetInput,
  createBudgetInput,
  deleteBudget,
  getBudget,
  listBudgets,
} from '@/lib/money/budgets'
import { named, said } from '../documented'
import { endpoint, NOTHING } from '../endpoint'
import { EXAMPLE_IDS } from '../example-ids'
import { id, listOf, moment, shortList, timeOf, timeOrNull, toCredits } from '../shapes'
import { partOf } from '../short-lists'

const { scope, unit, period } = createBudgetInput.shape

const amount = z.string().regex(/^-?\d+(\.\d{1,9})?$/)

const budget = named(
  'Budget',
  z.strictObject({
    id,
    name: z.string(),
    scope: said(scope, 'What it counts.'),
    scopeId: id,
    unit: said(unit, 'Of all amounts of this budget.'),
    period,
    amount,
    effectiveAmount: said(amount, 'The amount with the raises that are granted now.'),
    stops: said(z.boolean(), 'Whether it refuses calls that could pass it.'),
    tellsAt: said(z.array(z.int()), 'Percents of the amount at which it warns.'),
    startsAt: moment,
    resetsAt: moment.nullable(),
    settled: amount,
    reserved: said(amount, 'Held for calls under way, and for those whose answer was lost.'),
    left: amount,
    stoppedAt: moment.nullable(),
  }),
)

const budgetOf = (view: BudgetView): z.output<typeof budget> => {
  const { id, name, scope, scopeId, unit, period, stops, tellsAt } = view
  const write = (amount: bigint) => (unit === 'items' ? String(amount) : toCredits(amount))
  return {
    ...{ id, name, scope, scopeId, unit, period, stops },
    tellsAt: [...tellsAt],
    amount: write(view.amount),
    effectiveAmount: write(view.effectiveAmount),
    settled: write(view.settled),
    reserved: write(view.reserved),
    left: write(view.left),
    startsAt: timeOf(view.startsAt),
    resetsAt: timeOrNull(view.resetsAt),
    stoppedAt: timeOrNull(view.stoppedAt),
  }
}

const EXAMPLE: z.output<typeof budget> = {
  id: EXAMPLE_IDS.budgetId,
  name: 'Production a day',
  scope: 'environment',
  scopeId: EXAMPLE_IDS.environmentId,
  unit: 'credits',
  period: 'day',
  amount: '500',
  effectiveAmount: '500',
  stops: true,
  tellsAt: [80, 100],
  startsAt: '2026-11-23T23:00:00.000Z',
  resetsAt: '2026-11-24T23:00:00.000Z',
  settled: '45',
  reserved: '0',
  left: '455',
  stoppedAt: null,
}

export const BUDGET_ENDPOINTS = [
  endpoint({
    name: 'listBudgets',
    method: 'GET',
    path: '/budgets',
    group: 'Budgets',
    permission: 'budgets:read',
    summary: 'The budgets in force, with their current periods',
    query: shortList,
    answer: listOf(budget),
    example: { answer: { data: [EXAMPLE], next: null } },
    async handle({ ctx, query }) {
      const { data, next } = partOf(await listBudgets(ctx), query)
      return { data: data.map(budgetOf), next }
    },
  }),
  endpoint({
    name: 'getBudget',
    method: 'GET',
    path: '/budgets/{budgetId}',
    group: 'Budgets',
    permission: 'budgets:read',
    summary: 'One budget with its current period',
    answer: budget,
    example: { answer: EXAMPLE },
    handle: async ({ ctx, ids }) => budgetOf(await getBudget(ctx, ids.budgetId)),
  }),
  endpoint({
    name: 'createBudget',
    method: 'POST',
    path: '/budgets',
    group: 'Budgets',
    permission: 'budgets:write',
    summary: 'Creates a budget; what was spent earlier in its current period counts',
    body: z.strictObject(createBudgetInput.shape),
    answer: budget,
    status: 201,
    example: {
      body: {
        name: 'Production a day',
        scope: 'environment',
        scopeId: EXAMPLE_IDS.environmentId,
        unit: 'credits',
        period: 'day',
        amount: '500',
        stops: true,
        tellsAt: [80, 100],
      },
      answer: EXAMPLE,
    },
    async handle({ ctx, body }) {
      const { id } = await createBudgetFor(ctx, body)
      return budgetOf(await getBudget(ctx, id))
    },
  }),
  endpoint({
    name: 'changeBudget',
    method: 'PUT',
    path: '/budgets/{budgetId}',
    group: 'Budgets',
    permission: 'budgets:write',
    summary: 'Changes a budget: its name, its amount, whether it stops, and when it warns',
    body: z.strictObject(changeBudgetInput.omit({ budgetId: true }).shape),
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
  endpoint({
    name: 'deleteBudget',
    method: 'DELETE',
    path: '/budgets/{budgetId}',
    group: 'Budgets',
    permission: 'budgets:write',
    summary: 'Deletes a budget; it no longer counts or stops calls',
    answer: NOTHING,
    example: { answer: null },
    async handle({ ctx, ids: { budgetId } }) {
      await deleteBudget(ctx, { budgetId })
      return null
    },
  }),
]
