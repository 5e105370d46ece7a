import { AppError } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { teamRow } from './append-audit-entry'
import { noteOften } from './tally'

/** Records that a member was refused something, counted by quarter hour. `what` is the action's or route's name. */
export const noteRefusal = (ctx: TeamCtx, what: string): Promise<void> =>
  noteOften(
    ctx.db,
    teamRow(ctx, {
      action: 'refused',
      subjectId: what,
      subjectName: what,
      detail: { role: ctx.actor.role },
    }),
    `${ctx.actor.memberId} ${what}`,
  )

/** Does something, and records it if it is refused as `forbidden`. */
export async function orNoteRefusal<T>(ctx: TeamCtx, what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') await noteRefusal(ctx, what)
    throw error
  }
}

/**
 * Records that a member read something that is not shown otherwise, such as an item's raw data, counted by quarter
 * hour.
 */
export const noteReading = (
  ctx: TeamCtx,
  { subjectId, subjectName }: { readonly subjectId: string; readonly subjectName: string },
): Promise<void> =>
  noteOften(
    ctx.db,
    teamRow(ctx, { action: 'raw.read', subjectId, subjectName }),
    `${ctx.actor.memberId} ${subjectId}`,
  )
