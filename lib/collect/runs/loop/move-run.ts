import type { z } from 'zod'
import { conflict, invalid, notFound, requireWriter } from '@/lib/kernel'
import { getUsableKey } from '@/lib/keys/keys'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { listFormOf } from '@/lib/upstream/client'
import { listHash, providerPrices } from '@/lib/upstream/providers'
import type { moveRunInput } from '../core/schemas'
import { moveRun, type RunRow, selectRun } from '../core/store'
import { requireByHand } from './advance-run'
import type { BackgroundServices } from './background-runs'
import { openContinuation, requireFreshContinuation } from './continuation'
import { findPageAllowance } from './run-cap'
import { readCap, requireRoom } from './start-run'

type Caps = Pick<RunRow, 'capItems' | 'capNano'>

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
  await requireFitting(ctx, services, { ...run, ...caps })
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

/** Throws `invalid` if a run's caps leave no room for one more page, which would end it at once. */
async function requireFitting(
  ctx: TeamCtx,
  { upstreams }: Pick<BackgroundServices, 'upstreams'>,
  run: RunRow & Caps,
): Promise<void> {
  const [key, upstream] = await Promise.all([getUsableKey(ctx, run.keyId), upstreams.for(ctx)])
  const asked = {
    operation: run.operation,
    listId: listHash(upstream, run.operation),
    sizes: listFormOf(upstream.provider, run.operation).count,
    prices: providerPrices(upstream.provider),
  }
  const { problem } = await findPageAllowance(ctx, run, asked, { key })
  if (problem === null) return
  const field = run.capItems === null ? 'capCredits' : 'capItems'
  throw invalid('The run was not moved to the background.', { [field]: problem.message })
}
