import type { z } from 'zod'
import {
  changeEach,
  inPlainConventions,
  invalid,
  type ManyChanged,
  notFound,
  requireAdmin,
  teamUnit,
} from '@/lib/kernel'
import { type AuditAction, appendAuditEntry, changesOf } from '@/lib/platform/audit'
import { lock, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { timeZoneNow, updateTeam, type updateTeamInput } from '@/lib/teams/teams'
import { describeAmount } from './budget-stop'
import { type AheadCounts, countAhead, recount, recountBudgets, withCounts, zonedBudgets } from './recount'
import {
  type budgetInput,
  type changeBudgetInput,
  type createBudgetInput,
  type manyBudgetsInput,
  readAmount,
  type Unit,
  unit,
} from './schemas'
import { budgetLock, insertBudget, selectBudget, updateBudget } from './store'

/**
 * Creates a budget. What its current period has already spent counts. `scopeId` must be the team's: `createBudgetFor`
 * checks that. Admins only.
 */
export async function createBudget(
  ctx: TeamCtx,
  input: z.output<typeof createBudgetInput>,
): Promise<{ id: string }> {
  requireAdmin(ctx, 'create budgets')
  const { name, scope, period, stops } = input
  const amount = readAmount(input.amount, input.unit, 'The budget was not created.')
  if (scope !== 'team' && input.scopeId === '')
    throw invalid('The budget was not created.', { scopeId: 'Choose what it is for.' })
  const counting = {
    teamId: ctx.team.id,
    scope,
    scopeId: scope === 'team' ? ctx.team.id : input.scopeId,
    period,
  }
  const count = async () =>
    countAhead(ctx.db, [counting], ctx.clock.now(), await timeZoneNow(ctx.db, ctx.team.id))
  return withCounts(count, (counts) =>
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
      await lock(tx, budgetLock(ctx.team.id), 'exclusive')
      await recount(tx, row, now, await timeZoneNow(tx, ctx.team.id), counts)
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
    const of = unit.parse(row.unit)
    const { name, stops } = input
    const amount = readAmount(input.amount, of, 'The budget was not changed.')
    const changed = { name, amount, stops, tellsAt: input.tellsAt.join(','), changedAt: ctx.clock.now() }
    if ((await updateBudget(tx, ctx.team.id, row.id, changed)) === 0) throw notFound('The budget')
    const detail = changesOf(
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
    await note(tx, ctx, 'budget.archive', row, figuresOf(ctx, row, unit.parse(row.unit)))
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

const figuresOf = (ctx: TeamCtx, row: { amount: bigint; stops: boolean; tellsAt: string }, of: Unit) => ({
  amount: inPlainConventions(() => describeAmount(row.amount, of, teamUnit(ctx.team.id))),
  stops: row.stops ? 'yes' : 'no',
  tellsAt: row.tellsAt,
})

const note = (
  tx: Tx,
  ctx: TeamCtx,
  action: AuditAction,
  { id, name }: { id: string; name: string },
  detail: ReturnType<typeof changesOf>,
) => appendAuditEntry(tx, ctx, { action, subjectId: id, subjectName: name, detail })

/**
 * Renames the team or moves it to another time zone; its address stays. A new time zone has other days, so all budgets
 * are recounted: their history in advance, without a lock, and what was added since in the same transaction. Admins
 * only.
 */
export async function changeTeam(ctx: TeamCtx, input: z.output<typeof updateTeamInput>): Promise<void> {
  requireAdmin(ctx, 'change the team')
  const { db, team, clock } = ctx
  const count = async (): Promise<AheadCounts> =>
    input.timeZone === (await timeZoneNow(db, team.id))
      ? new Map()
      : countAhead(db, await zonedBudgets(db, team.id), clock.now(), input.timeZone)
  await withCounts(count, (counts) =>
    transaction(db, async (tx) => {
      // Locked before the zone is read, so that another change of the zone or a new budget waits here.
      await lock(tx, budgetLock(team.id), 'exclusive')
      // Read again, because another admin may have changed the zone since the context was created.
      const before = await timeZoneNow(tx, team.id)
      await updateTeam(tx, ctx, input)
      if (input.timeZone !== before) await recountBudgets(tx, team.id, clock.now(), input.timeZone, counts)
    }),
  )
}
