import { z } from 'zod'
import { notFound } from '@/lib/kernel'
import { periodContaining } from '@/lib/platform/calendar'
import { memoisePerContext, type TeamCtx } from '@/lib/platform/db'
import { budgetCountsCall } from './reserve'
import { type BudgetView, budgetPeriodSchema, budgetUnitSchema, type RaiseView, scopeSchema } from './schemas'
import { type BudgetRow, selectBudget, selectBudgets, selectPeriods, selectRaises } from './store'

/** Returns the team's budgets in force with their current periods, in the order of creation. */
export const listBudgets = memoisePerContext(
  async (ctx): Promise<BudgetView[]> => viewsOf(ctx, await selectBudgets(ctx.db, ctx.team.id)),
)

/** Returns one budget. Throws `not_found`. */
export async function getBudget(ctx: TeamCtx, budgetId: string): Promise<BudgetView> {
  const row = await selectBudget(ctx.db, ctx.team.id, budgetId)
  const [view] = row ? await viewsOf(ctx, [row]) : []
  if (!view) throw notFound('The budget')
  return view
}

/** Returns whether more than all of a budget is spent, which only one that does not block calls usually allows. */
export const isOverspent = ({
  settled,
  effectiveAmount,
}: Pick<BudgetView, 'settled' | 'effectiveAmount'>): boolean => settled > effectiveAmount

/** Holds what a monthly budget spent in one month. */
export interface MonthOfBudget extends Pick<BudgetView, 'id' | 'name' | 'unit' | 'amount' | 'settled'> {
  /** Held for calls whose end is not known. */
  readonly reserved: bigint
}

/**
 * Returns what the team's monthly budgets in force spent in a month, with their present amount. Leaves out those
 * created after it.
 */
export async function listMonthOfBudgets(
  ctx: TeamCtx,
  { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<MonthOfBudget[]> {
  const rows = (await selectBudgets(ctx.db, ctx.team.id)).filter(
    ({ period, createdAt }) => period === 'month' && createdAt < endsAt,
  )
  if (rows.length === 0) return []
  const keys = rows.map(({ id }) => ({ teamId: ctx.team.id, budgetId: id, startsAt }))
  const periods = await selectPeriods(ctx.db, keys)
  return rows.map(({ id, name, unit, amount }) => {
    const { settled = 0n, reserved = 0n } = periods.find(({ budgetId }) => budgetId === id) ?? {}
    return { id, name, unit: budgetUnitSchema.parse(unit), amount, settled, reserved }
  })
}

async function viewsOf(ctx: TeamCtx, rows: readonly BudgetRow[]): Promise<BudgetView[]> {
  if (rows.length === 0) return []
  const [teamId, now] = [ctx.team.id, ctx.clock.now()]
  const spans = rows.map((row) =>
    periodContaining(now, budgetPeriodSchema.parse(row.period), ctx.team.timeZone),
  )
  const keys = rows.map(({ id }, index) => ({
    teamId,
    budgetId: id,
    startsAt: spans[index]?.startsAt ?? now,
  }))
  const [periods, raises] = await Promise.all([
    selectPeriods(ctx.db, keys),
    selectRaises(
      ctx.db,
      teamId,
      rows.map(({ id }) => id),
    ),
  ])
  return rows.map((row, index) => {
    const own = raises.filter(({ budgetId }) => budgetId === row.id).map(toRaiseView)
    const granted = own.filter(({ state, endsAt }) => state === 'granted' && endsAt !== null && endsAt > now)
    const effectiveAmount = granted.reduce((sum, { amount }) => sum + amount, row.amount)
    const { settled = 0n, reserved = 0n } = periods.find(({ budgetId }) => budgetId === row.id) ?? {}
    const left = effectiveAmount - settled - reserved
    return {
      id: row.id,
      name: row.name,
      scope: scopeSchema.parse(row.scope),
      scopeId: row.scopeId,
      unit: budgetUnitSchema.parse(row.unit),
      period: budgetPeriodSchema.parse(row.period),
      amount: row.amount,
      effectiveAmount,
      stops: row.stops,
      tellsAt: row.tellsAt === '' ? [] : row.tellsAt.split(',').map(Number),
      startsAt: spans[index]?.startsAt ?? now,
      resetsAt: spans[index]?.endsAt ?? null,
      settled,
      reserved,
      left: left < 0n ? 0n : left,
      createdAt: row.createdAt,
      changedAt: row.changedAt,
      stoppedAt: stillStopped(row, spans[index]?.startsAt ?? now, own),
      raises: own,
    }
  })
}

/** Returns when a budget last refused a page; null if a new period, a change or a raise has let pages through since. */
function stillStopped(
  { stoppedAt, changedAt }: BudgetRow,
  startsAt: Date,
  raises: readonly RaiseView[],
): Date | null {
  if (stoppedAt === null || stoppedAt < startsAt || stoppedAt < changedAt) return null
  const isRaised = raises.some(
    ({ state, decidedAt }) => state === 'granted' && decidedAt !== null && decidedAt > stoppedAt,
  )
  return isRaised ? null : stoppedAt
}

const state = z.enum(['asked', 'granted', 'refused'])

const toRaiseView = (row: Awaited<ReturnType<typeof selectRaises>>[number]): RaiseView => ({
  id: row.id,
  budgetId: row.budgetId,
  amount: row.amount,
  reason: row.reason,
  state: state.parse(row.state),
  askedByName: row.askedByName,
  askedAt: row.askedAt,
  decidedByName: row.decidedByName,
  decidedAt: row.decidedAt,
  endsAt: row.endsAt,
})

/** A key that a run may use, with its environment and wallet. */
interface UsableKey {
  readonly id: string
  readonly environmentId: string
  readonly walletId: string
}

/** A budget that can stop a run, with the keys for which it does. */
export interface StoppingBudget extends Pick<BudgetView, 'id' | 'name' | 'unit' | 'period' | 'left'> {
  /** True if it counts the run with any key. */
  readonly withAnyKey: boolean
  /** Ids of the keys with which it counts the run. */
  readonly keyIds: readonly string[]
}

/** Returns the budgets that can stop the acting member's run of a search with at least one of these keys. */
export async function listStoppingBudgets(
  ctx: TeamCtx,
  searchId: string,
  keys: readonly UsableKey[],
): Promise<StoppingBudget[]> {
  const call = { teamId: ctx.team.id, memberId: ctx.actor.memberId, searchId }
  const stopping = (await listBudgets(ctx)).filter(({ stops }) => stops)
  return stopping.flatMap((budget) => {
    const { id, name, unit, period, left } = budget
    const withAnyKey = budgetCountsCall(budget, call)
    const keyIds = keys.flatMap(({ id: keyId, environmentId, walletId }) =>
      budgetCountsCall(budget, { ...call, keyId, environmentId, walletId }) ? [keyId] : [],
    )
    return withAnyKey || keyIds.length > 0 ? [{ id, name, unit, period, left, withAnyKey, keyIds }] : []
  })
}
