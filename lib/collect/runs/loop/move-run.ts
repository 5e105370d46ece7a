import type { z } from 'zod'
import { conflict, notFound, requireWriter } from '@/lib/kernel'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { openContinuation, requireFreshContinuation } from '../core/continuation'
import type { moveRunInput } from '../core/schemas'
import { moveRun, selectRun } from '../core/store'
import { requireByHand } from './advance-run'
import { type BackgroundServices, requireRoom } from './background-runs'
import { readCap, requireFitting } from './run-cap'

/**
 * Continues a run that a person has bought page by page in the background, from its continuation, up to caps of the
 * whole run. Nothing is bought twice: a page that is requested by hand and the move exclude each other. Throws
 * `conflict` if the run has left that position, and `invalid` if the caps leave no room for a page.
 */
export async function moveToBackground(
  ctx: TeamCtx,
  services: BackgroundServices,
  input: z.output<typeof moveRunInput>,
): Promise<{ runId: string }> {
  requireWriter(ctx, 'run searches')
  const at = openContinuation(ctx, services.vault, input.continuation)
  requireFreshContinuation(ctx, at)
  const run = await selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, at.run)
  if (!run) throw notFound('The run')
  requireByHand(run)
  const caps = { capItems: input.capItems, capNano: readCap(input.capCredits) }
  await requireFitting(ctx, services, [run], caps, 'The run was not moved to the background.')
  const { background, instanceId } = services
  await background.takeOver(run.id, async () => {
    const moved = await transaction(ctx.db, async (tx) => {
      await requireRoom(tx, run, background.maxPerMember)
      return moveRun(tx, { teamId: ctx.team.id, runId: run.id, seq: at.seq }, { ...caps, instanceId })
    })
    if (!moved) throw conflict(LEFT)
    background.begin(ctx, moved, 'run', at)
  })
  return { runId: run.id }
}

const LEFT =
  'This run has gone on or ended since, so it was not moved to the background. Reload to see what has arrived.'
