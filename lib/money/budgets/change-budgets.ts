import type { z } from 'zod'
import {
  type AuditAction,
  cachedTeamUnit,
  changeEach,
  invalid,
  type ManyChanged,
  notFound,
  requireAdmin,
  withPlainConventions,
} from '@/lib/kernel'
import { appendAuditEntry, diffFields } from '@/lib/platform/audit'
import { acquireLock, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { readTimeZone, updateTeam, type updateTeamInput } from '@/lib/teams/teams'
import { formatBudgetAmount } from './budget-stop'
import {
  type AdvanceCounts,
  countInAdvance,
  recountBudget,
  recountTeamBudgets,
  selectRenewingBudgets,
  withAdvanceCounts,
} from './recount'
import {
  type BudgetUnit,
  type budgetInput,
  budgetUnitSchema,
  type changeBudgetInput,
  type createBudgetInput,
  type manyBudgetsInput,
  parseBudgetAmount,
} from './schemas'
import { budgetLockName, insertBudget, selectBudget, updateBudget } from './store'

/**
 * Creates a budget. What its current period has already spent counts. `scopeId` must be the team's: `createScopedBudget`
 * checks that. Admins only.
 */
export async function createBudget(
  ctx: TeamCtx,
  input: z.output<typeof createBudgetInput>,
): Promise<{ id: string }> {
  requireAdmin(ctx, 'create budgets')
  const { name, scope, period, stops } = input
  const amount = parseBudgetAmount(input.amount, input.unit, 'The budget was not created.')
  if (scope !== 'team' && input.scopeId === '')
    throw invalid('The budget was not created.', { scopeId: 'Choose what it is for.' })
  const counting = {
    teamId: ctx.team.id,
    scope,
    scopeId: scope === 'team' ? ctx.team.id : input.scopeId,
    period,
  }
  const count = async () =>
    countInAdvance(ctx.db, [counting], ctx.clock.now(), await readTimeZone(ctx.db, ctx.team.id))
  return withAdvanceCounts(count, (counts) =>
    transaction(ctx.db, async (tx) => {
      const now = ctx.clock.now()
      const row = await insertBudget(tx, {
        ...counting,
        name,
        unit: input.unit,
        amount,
        stops,
        tellsAt: input.tellsAt.join(','),
        createdAt: now,
        changedAt: now,
      })
      // Locked first, so that the time zone cannot change between its reading and the count.
      await acquireLock(tx, budgetLockName(ctx.team.id), 'exclusive')
      await recountBudget(tx, row, now, await readTimeZone(tx, ctx.team.id), counts)
      await note(tx, ctx, 'budget.create', row, {
        scope,
        scopeId: counting.scopeId,
        period,
        ...figuresOf(ctx, row, input.unit),
      })
      return { id: row.id }
    }),
  )
}

/** Changes a budget's name, amount, stopping and notification percents. The rest is fixed. Admins only. */
export async function changeBudget(ctx: TeamCtx, input: z.output<typeof changeBudgetInput>): Promise<void> {
  requireAdmin(ctx, 'change budgets')
  await transaction(ctx.db, async (tx) => {
    const row = await selectBudget(tx, ctx.team.id, input.budgetId)
    if (!row) throw notFound('The budget')
    const of = budgetUnitSchema.parse(row.unit)
    const { name, stops } = input
    const amount = parseBudgetAmount(input.amount, of, 'The budget was not changed.')
    const changed = { name, amount, stops, tellsAt: input.tellsAt.join(','), changedAt: ctx.clock.now() }
    if ((await updateBudget(tx, ctx.team.id, row.id, changed)) === 0) throw notFound('The budget')
    const detail = diffFields(
      { name: row.name, ...figuresOf(ctx, row, of) },
      { name, ...figuresOf(ctx, changed, of) },
    )
    await note(tx, ctx, 'budget.change', { id: row.id, name }, detail)
  })
}

/** Deletes a budget, which then counts and stops nothing any more. Admins only. */
export async function deleteBudget(ctx: TeamCtx, { budgetId }: z.output<typeof budgetInput>): Promise<void> {
  requireAdmin(ctx, 'delete budgets')
  await transaction(ctx.db, async (tx) => {
    const row = await selectBudget(tx, ctx.team.id, budgetId)
    if (!row) throw notFound('The budget')
    if ((await updateBudget(tx, ctx.team.id, budgetId, { archivedAt: ctx.clock.now() })) === 0)
      throw notFound('The budget')
    await note(tx, ctx, 'budget.archive', row, figuresOf(ctx, row, budgetUnitSchema.parse(row.unit)))
  })
}

/** Deletes budgets, each on its own; see `deleteBudget`. Admins only. */
export async function changeBudgets(
  ctx: TeamCtx,
  { ids }: z.output<typeof manyBudgetsInput>,
): Promise<ManyChanged> {
  requireAdmin(ctx, 'delete budgets')
  return changeEach(ids, (budgetId) => deleteBudget(ctx, { budgetId }))
}

const figuresOf = (
  ctx: TeamCtx,
  row: { amount: bigint; stops: boolean; tellsAt: string },
  of: BudgetUnit,
) => ({
  amount: withPlainConventions(() => formatBudgetAmount(row.amount, of, cachedTeamUnit(ctx.team.id))),
  stops: row.stops ? 'yes' : 'no',
  tellsAt: row.tellsAt,
})

const note = (
  tx: Tx,
  ctx: TeamCtx,
  action: AuditAction,
  { id, name }: { id: string; name: string },
  detail: ReturnType<typeof diffFields>,
) => appendAuditEntry(tx, ctx, { action, subjectId: id, subjectName: name, detail })

/**
 * Renames the team or moves it to another time zone; its address stays. A new time zone has other days, so all budgets
 * are recounted: their history in advance, without a lock, and what was added since in the same transaction. Admins
 * only.
 */
export async function changeTeam(ctx: TeamCtx, input: z.output<typeof updateTeamInput>): Promise<void> {
  requireAdmin(ctx, 'change the team')
  const { db, team, clock } = ctx
  const count = async (): Promise<AdvanceCounts> =>
    input.timeZone === (await readTimeZone(db, team.id))
      ? new Map()
      : countInAdvance(db, await selectRenewingBudgets(db, team.id), clock.now(), input.timeZone)
  await withAdvanceCounts(count, (counts) =>
    transaction(db, async (tx) => {
      // Locked before the zone is read, so that another change of the zone or a new budget waits here.
      await acquireLock(tx, budgetLockName(team.id), 'exclusive')
      // Read again, because another admin may have changed the zone since the context was created.
      const before = await readTimeZone(tx, team.id)
      await updateTeam(tx, ctx, input)
      if (input.timeZone !== before)
        await recountTeamBudgets(tx, team.id, clock.now(), input.timeZone, counts)
    }),
  )
}
