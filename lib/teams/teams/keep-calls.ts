import type { z } from 'zod'
import { notFound, requireAdmin } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import type { keepCallsInput } from './schemas'
import { lockTeam, selectTeam, updateKeepsCallsMonths } from './store'

/** The time for which a team keeps the details of calls. */
export interface CallsAge {
  /** Null means for ever. */
  readonly months: number | null
  /** Time of that choice. */
  readonly chosenAt: Date | null
}

/** Returns how many months the team keeps the details of its calls; inside a transaction if one is given. */
export async function readCallsAge(ctx: TeamCtx, tx: Tx = ctx.db): Promise<CallsAge> {
  const team = await selectTeam(tx, ctx.team.id)
  if (!team) throw notFound('The team')
  return { months: team.keepsCallsMonths, chosenAt: team.keepsCallsAt }
}

/** Sets how many months the team keeps the details of its calls. Admins only. */
export async function setKeepsCallsMonths(
  ctx: TeamCtx,
  { months }: z.output<typeof keepCallsInput>,
): Promise<void> {
  requireAdmin(ctx, 'choose how long details of calls are kept')
  await transaction(ctx.db, async (tx) => {
    await lockTeam(tx, ctx.team.id)
    const { months: before } = await readCallsAge(ctx, tx)
    if (before === months) return
    await updateKeepsCallsMonths(tx, ctx.team.id, months, ctx.clock.now())
    await appendAuditEntry(tx, ctx, {
      action: 'calls.keep',
      subjectId: ctx.team.id,
      subjectName: ctx.team.name,
      detail: { from: inWords(before), to: inWords(months) },
    })
  })
}

const inWords = (months: number | null): string => (months === null ? 'for ever' : `${months} months`)
