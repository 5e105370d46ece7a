import type { z } from 'zod'
import { AppError, conflict, notFound, requireWriter } from '@/lib/kernel'
import { findUsableKey, getUsableKey } from '@/lib/keys/keys'
import { type Db, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { tellsUnknownUser } from '../core/page-problem'
import { type continueRunInput, runRights } from '../core/schemas'
import {
  isFailedEnd,
  type NewCaps,
  prepareTotalsOf,
  type RunRow,
  reopenBatch,
  reopenRuns,
  selectContinuable,
  selectRun,
  selectVisibleRuns,
} from '../core/store'
import { type BackgroundServices, requireRoom } from './background-runs'
import { readCap, requireFitting } from './run-cap'

type ContinueServices = Pick<BackgroundServices, 'background' | 'instanceId' | 'places' | 'upstreams'>

/**
 * Continues a run that ended before the end of its list, in the background, after its last page, so that nothing is
 * bought twice; of a batch, all its runs that can. The caps are of the whole run, or of each. Only its member may,
 * within an hour. Throws `conflict` if its position is no longer kept, and `invalid` if the caps leave no room for a
 * page, of a batch in none of them.
 */
export async function continueRun(
  ctx: TeamCtx,
  services: ContinueServices,
  { runId, capItems, capCredits }: z.output<typeof continueRunInput>,
): Promise<void> {
  requireWriter(ctx, 'run searches')
  const { background, instanceId, places } = services
  const teamId = ctx.team.id
  const run = await selectRun(ctx.db, teamId, ctx.actor.memberId, runId)
  if (!run) throw notFound('The run')
  if (run.memberId !== ctx.actor.memberId)
    throw new AppError('forbidden', 'Only the member who started this run may continue it.')
  const totals = (await prepareTotalsOf(ctx.db, teamId, [run]))(run)
  if (!runRights(ctx.actor, { ...run, ...totals }, ctx.clock.now()).goOn) throw isGone()
  await getUsableKey(ctx, run.keyId)
  // The run may have ended an instant ago, and its place is kept after that.
  await background.ended(runId)
  const caps = { capItems, capNano: readCap(capCredits) }
  const isBatch = run.manner === 'batch'
  if (!isBatch && !places.has(runId)) throw isGone()
  const batchId = isBatch ? runId : run.batchId
  const which = batchId !== null && { batchId, ...(!isBatch && { id: { in: [runId] } }) }
  const runs = isBatch && which ? await selectContinuing(ctx, ctx.db, places, which) : [run]
  await requireFitting(ctx, services, runs, caps, `The ${isBatch ? 'batch' : 'run'} was not continued.`)
  if (which) {
    const continued = await continueSubjects(ctx, services, which, { each: caps, batch: isBatch ? caps : {} })
    if (continued.length === 0) throw isGone()
    return
  }
  await background.takeOver(runId, async () => {
    const [reopened] = await transaction(ctx.db, async (tx) => {
      await requireRoom(tx, run, background.maxPerMember)
      return reopenRuns(tx, { teamId, id: { in: [runId] } }, { ...caps, instanceId })
    })
    if (!reopened) throw isGone()
    background.begin(ctx, reopened)
  })
}

const isGone = () =>
  conflict(
    'This run can no longer be continued: its place is kept for an hour, by the Purser that ran it. What was bought is kept.',
  )

interface Which {
  readonly batchId: string
  readonly id?: { in: string[] }
}

/**
 * Returns the runs of a batch that would continue. Those that have a page need their position; the others begin, if one
 * continues, except users that the API does not know.
 */
async function selectContinuing(
  { team, actor }: TeamCtx,
  db: Db | Tx,
  places: ContinueServices['places'],
  which: Which,
): Promise<RunRow[]> {
  const runs = await selectContinuable(db, { ...which, teamId: team.id, memberId: actor.memberId })
  // Without a position there is nothing to continue, only something to run again.
  const standing = runs.filter((run) => hasPages(run) && places.has(run.id))
  if (standing.length === 0) return []
  return [...standing, ...runs.filter((run) => !hasPages(run) && !tellsUnknownUser(run.endNote))]
}

/**
 * Continues runs of a batch, which is opened again if it has ended and drives them like those that wait. Returns their
 * ids.
 */
async function continueSubjects(
  ctx: TeamCtx,
  { background, instanceId, places }: ContinueServices,
  which: Which,
  caps: { readonly each: NewCaps; readonly batch: NewCaps },
): Promise<string[]> {
  const { team, actor } = ctx
  const { batchId: id } = which
  return background.takeOver(id, async () => {
    const reopened = await transaction(ctx.db, async (tx) => {
      const batch = await selectRun(tx, team.id, actor.memberId, id)
      if (batch?.state === 'ENDED') await requireRoom(tx, batch, background.maxPerMember)
      const ids = (await selectContinuing(ctx, tx, places, which)).map((run) => run.id)
      if (ids.length === 0) return null
      const opened = await reopenBatch(tx, { teamId: team.id, id, instanceId }, caps.batch)
      if (!opened) return null
      await reopenRuns(tx, { teamId: team.id, id: { in: ids } }, { ...caps.each, instanceId: null })
      return { ...opened, ids }
    })
    if (!reopened) return []
    if (reopened.hasEnded) {
      await background.ended(id)
      background.beginBatch(ctx, reopened.batch)
    }
    return reopened.ids
  })
}

const hasPages = ({ pages, reusedPages }: RunRow): boolean => pages + reusedPages > 0

/**
 * Continues the failed runs among these that can, under the caps that they have. Returns a batch of theirs and the
 * subjects of those that have failed and cannot continue; null without any run.
 */
export async function continueFailed(
  ctx: TeamCtx,
  services: ContinueServices,
  ids: readonly string[],
): Promise<{ readonly batchId: string; readonly subjects: string[] } | null> {
  if (ids.length === 0) return null
  const read = () => selectVisibleRuns(ctx.db, ctx.team.id, ctx.actor.memberId, { id: { in: [...ids] } })
  const runs = await read()
  await Promise.all(runs.map(({ id }) => services.background.ended(id)))
  const continued = new Set<string>()
  for (const [batchId, parts] of Map.groupBy(runs.filter(hasFailed), (run) => run.batchId)) {
    const [first] = parts
    if (batchId === null || !first || 'kind' in (await findUsableKey(ctx, first.keyId))) continue
    const which = { batchId, id: { in: parts.map(({ id }) => id) } }
    for (const id of await continueSubjects(ctx, services, which, { each: {}, batch: {} })) continued.add(id)
  }
  const batchId = runs.find(({ id }) => continued.has(id))?.batchId ?? runs[0]?.batchId ?? null
  if (batchId === null) throw notFound('The run')
  // A repeated request finds open what the first one has continued.
  const left = (await read()).filter((run) => hasFailed(run) && !continued.has(run.id))
  return { batchId, subjects: left.map(({ subject }) => subject) }
}

const hasFailed = ({ endReason }: RunRow): boolean => isFailedEnd(endReason)
