import type { z } from 'zod'
import {
  AppError,
  changeEach,
  conflict,
  hasRole,
  type ManyChanged,
  notFound,
  requireAdmin,
  requireWriter,
} from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { changeRole, type changeRoleInput, type memberInput, removeMember } from '@/lib/teams/teams'
import { endRun, endRunsInTransaction } from '../core/end-run'
import { type manyRunsInput, runRights } from '../core/schemas'
import { changeOpenRuns, selectRun } from '../core/store'
import type { BackgroundServices } from './background-runs'

type CancelServices = Pick<BackgroundServices, 'instanceId'> & {
  readonly background: Pick<BackgroundServices['background'], 'cancel' | 'carries'>
}

/**
 * Cancels a background run. Everyone who may see it and run searches may do so, because it spends the team's credits.
 * Bought pages are kept; a call in flight is awaited and booked. Throws `conflict` if the run has ended.
 */
export async function cancelRun(ctx: TeamCtx, services: CancelServices, runId: string): Promise<void> {
  requireWriter(ctx, 'cancel runs')
  const run = await selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, runId)
  if (!run) throw notFound('The run')
  if (!runRights(ctx.actor, run, ctx.clock.now()).cancel) {
    throw new AppError('forbidden', 'Only the member who started it or an admin may cancel this run.')
  }
  const cancelled = await cancel(ctx, services, { id: runId })
  if (cancelled === 0) throw conflict('This run has ended already, or was cancelled.')
}

/** Cancels background runs, each on its own; see `cancelRun`. */
export const cancelRuns = (
  ctx: TeamCtx,
  services: CancelServices,
  { ids }: z.output<typeof manyRunsInput>,
): Promise<ManyChanged> => changeEach(ids, (id) => cancelRun(ctx, services, id))

/** Cancels all open background runs of a member, including those that wait for their turn. Returns their number. */
const cancelRunsOf = (ctx: TeamCtx, services: CancelServices, memberId: string): Promise<number> =>
  cancel(ctx, services, { memberId })

async function cancel(
  ctx: TeamCtx,
  { background, instanceId }: CancelServices,
  which: { readonly id: string } | { readonly memberId: string },
): Promise<number> {
  const [teamId, at] = [ctx.team.id, ctx.clock.now()]
  const cancelled = await transaction(ctx.db, async (tx) => {
    const by = { cancelledAt: at, cancelledByName: ctx.actor.name }
    const runs = await changeOpenRuns(tx, { teamId, ...which, cancelledAt: null }, by)
    const listed = runs.filter(({ id, batchId }) => batchId === null || ('id' in which && which.id === id))
    for (const { id, searchName } of listed) {
      await appendAuditEntry(tx, ctx, { action: 'run.cancel', subjectId: id, subjectName: searchName })
    }
    // Nothing is in flight for a batch, or for its runs that have not begun: they end here.
    const still = runs.filter(({ manner, instanceId: carrier }) => manner === 'batch' || carrier === null)
    const ids = { in: still.map(({ id }) => id) }
    if (still.length > 0) await endRunsInTransaction(tx, { teamId, id: ids }, { reason: 'cancelled', at })
    return runs
  })
  // First, because a batch that goes on while another run is ended would drive one that it has just claimed.
  for (const { id } of cancelled) background.cancel(id)
  for (const run of cancelled) {
    // A run of this process that nothing drives any more would otherwise stay open.
    if (run.instanceId === instanceId && !background.carries(run.id))
      await endRun(ctx.db, teamId, run.id, { reason: 'cancelled', at })
  }
  return cancelled.length
}

/** Removes a member from the team and cancels their runs. Admins only; see `removeMember`. */
export async function removeMemberAndRuns(
  ctx: TeamCtx,
  services: CancelServices,
  input: z.output<typeof memberInput>,
): Promise<void> {
  await removeMember(ctx, input)
  await cancelRunsOf(ctx, services, input.memberId)
}

/** Gives a member another role, and cancels their runs if that role may not run searches. Admins only; see `changeRole`. */
export async function changeRoleAndRuns(
  ctx: TeamCtx,
  services: CancelServices,
  input: z.output<typeof changeRoleInput>,
): Promise<void> {
  await changeRole(ctx, input)
  if (!hasRole(input.role, 'member')) await cancelRunsOf(ctx, services, input.memberId)
}

/** Cancels the runs of a member who may no longer sign in. Admins only. */
export async function cancelMemberRuns(
  ctx: TeamCtx,
  services: CancelServices,
  input: z.output<typeof memberInput>,
): Promise<void> {
  requireAdmin(ctx, 'stop the runs of others')
  await cancelRunsOf(ctx, services, input.memberId)
}
