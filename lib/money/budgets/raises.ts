import type { z } from 'zod'
import {
  cachedTeamUnit,
  conflict,
  invalid,
  notFound,
  requireAdmin,
  requireWriter,
  withPlainConventions,
} from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { dayOfDate } from '@/lib/platform/calendar'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { formatBudgetAmount } from './budget-stop'
import {
  type BudgetUnit,
  budgetUnitSchema,
  type decideRaiseInput,
  parseBudgetAmount,
  type requestRaiseInput,
} from './schemas'
import {
  decideRaiseRow,
  insertRaise,
  selectBudget,
  selectBudgets,
  selectPendingRaises,
  selectRaise,
} from './store'

const NOT_FOUND = 'The request for a raise'

/** Asks for more than a budget's amount, which an admin decides. Viewers cannot. */
export async function requestRaise(ctx: TeamCtx, input: z.output<typeof requestRaiseInput>): Promise<void> {
  requireWriter(ctx, 'ask for more')
  await transaction(ctx.db, async (tx) => {
    const budget = await selectBudget(tx, ctx.team.id, input.budgetId)
    if (!budget) throw notFound('The budget')
    const of = budgetUnitSchema.parse(budget.unit)
    const amount = parseBudgetAmount(input.amount, of, 'The request was not sent.')
    await insertRaise(tx, {
      teamId: ctx.team.id,
      budgetId: budget.id,
      amount,
      reason: input.reason,
      askedById: ctx.actor.memberId,
      askedByName: ctx.actor.name,
      askedAt: ctx.clock.now(),
    })
    const detail = {
      amount: withPlainConventions(() => formatBudgetAmount(amount, of, cachedTeamUnit(ctx.team.id))),
      reason: input.reason,
    }
    await appendAuditEntry(tx, ctx, {
      action: 'budget.ask',
      subjectId: budget.id,
      subjectName: budget.name,
      detail,
    })
  })
}

/**
 * Grants a raise until the end of a day in the team's time zone, or refuses it. Throws `conflict` if it is already
 * decided. Admins only.
 */
export async function decideRaise(ctx: TeamCtx, input: z.output<typeof decideRaiseInput>): Promise<void> {
  requireAdmin(ctx, 'decide on raises')
  const endsAt = input.grant ? endOf(input.lastDay, ctx) : null
  await transaction(ctx.db, async (tx) => {
    const raise = await selectRaise(tx, ctx.team.id, input.raiseId)
    if (!raise) throw notFound(NOT_FOUND)
    const budget = await selectBudget(tx, ctx.team.id, raise.budgetId)
    if (!budget) throw notFound('The budget')
    const decision = {
      state: input.grant ? 'granted' : 'refused',
      decidedById: ctx.actor.memberId,
      decidedByName: ctx.actor.name,
      decidedAt: ctx.clock.now(),
      endsAt,
    }
    if (!(await decideRaiseRow(tx, ctx.team.id, raise.id, decision)))
      throw conflict('Someone has decided on this request already. Reload to see how.')
    await appendAuditEntry(tx, ctx, {
      action: input.grant ? 'budget.grant' : 'budget.refuse',
      subjectId: budget.id,
      subjectName: budget.name,
      detail: {
        amount: withPlainConventions(() =>
          formatBudgetAmount(raise.amount, budgetUnitSchema.parse(budget.unit), cachedTeamUnit(ctx.team.id)),
        ),
        askedBy: raise.askedByName,
        ...(input.grant && { lastDay: input.lastDay }),
      },
    })
  })
}

/** A request that waits for an admin. */
export interface PendingRaise {
  readonly id: string
  readonly budgetId: string
  readonly budgetName: string
  readonly unit: BudgetUnit
  readonly amount: bigint
  readonly askedByName: string
}

const MAX_ASKED = 200

/** Returns the undecided requests for raises of budgets in force, newest first. */
export async function listPendingRaises({ db, team }: TeamCtx): Promise<PendingRaise[]> {
  const raises = await selectPendingRaises(db, team.id, MAX_ASKED)
  if (raises.length === 0) return []
  const budgets = new Map((await selectBudgets(db, team.id)).map((row) => [row.id, row]))
  return raises.flatMap(({ id, budgetId, amount, askedByName }) => {
    const budget = budgets.get(budgetId)
    if (!budget) return []
    return [
      {
        id,
        budgetId,
        budgetName: budget.name,
        unit: budgetUnitSchema.parse(budget.unit),
        amount,
        askedByName,
      },
    ]
  })
}

/** Returns the end of a day in the team's time zone. Throws `invalid` if the day is over. */
function endOf(lastDay: string, ctx: TeamCtx): Date {
  const day = dayOfDate(lastDay, ctx.team.timeZone)
  if (day && day.endsAt > ctx.clock.now()) return day.endsAt
  throw invalid('The raise was not granted.', { lastDay: 'Choose a day, today or later.' })
}
