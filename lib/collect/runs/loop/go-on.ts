import { AppError, conflict, notFound, requireWriter } from '@/lib/kernel'
import { getUsableKey } from '@/lib/keys/keys'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { runRights } from '../core/may'
import { reopenRun, selectRun } from '../core/store'
import type { BackgroundServices } from './background-runs'
import { requireRoom } from './start-run'

type GoOnServices = Pick<BackgroundServices, 'background' | 'instanceId'>

/**
 * Continues a background run that ended after empty pages, after its last page, so that nothing is bought twice. Only
 * its member may, within an hour. Throws `conflict` if its position is no longer kept.
 */
export async function goOnWithRun(ctx: TeamCtx, services: GoOnServices, runId: string): Promise<void> {
  requireWriter(ctx, 'run searches')
  const { background, instanceId } = services
  const { memberId } = ctx.actor
  const run = await selectRun(ctx.db, ctx.team.id, memberId, runId)
  if (!run) throw notFound('The run')
  if (run.memberId !== memberId)
    throw new AppError('forbidden', 'Only the member who started this run may go on with it.')
  if (!runRights(ctx.actor, run, ctx.clock.now()).goOn) throw isGone()
  await getUsableKey(ctx, run.keyId)
  const place = background.takePlace(runId)
  if (!place) throw isGone()
  const reopened = await transaction(ctx.db, async (tx) => {
    await requireRoom(tx, run, background.mostPerMember)
    return reopenRun(tx, ctx.team.id, runId, instanceId)
  }).catch((error: unknown) => {
    background.keepPlace(place)
    throw error
  })
  if (!reopened) throw isGone()
  background.begin(ctx, reopened, 'run', place)
}

const isGone = () =>
  conflict(
    'This run can no longer be continued: its place is kept for an hour, by the Purser that ran it. What was bought is kept.',
  )
