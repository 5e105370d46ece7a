import { deleteItems, measureItems, type PageChoice, type StoredItems } from '@/lib/collect/items'
import { getRun, listRunIds } from '@/lib/collect/runs'
import { getSearch } from '@/lib/collect/searches'
import { AppError, requireAdmin, requireWriter } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { noteDeletion } from './deletion-note'
import { BY_PERSON } from './schemas'

interface Subject {
  readonly id: string
  readonly name: string
}

/**
 * Deletes the items of a run's pages. The run's member may, and an admin who can see it. Counts, charges and sightings
 * stay; runs that took pages from it lose their items too. Throws `not_found`.
 */
export async function deleteRunItems(ctx: TeamCtx, runId: string): Promise<StoredItems> {
  requireWriter(ctx, 'delete items')
  const run = await getRun(ctx, runId)
  if (!run.may.deleteItems) {
    throw new AppError('forbidden', 'Only the member who started it or an admin may delete its items.')
  }
  return deleteAll(ctx, { id: runId, name: run.searchName }, [{ runId, upTo: ctx.clock.now() }])
}

/** Deletes the items of all runs of a saved search. Admins only; throws `not_found`. */
export async function deleteSearchItems(ctx: TeamCtx, searchId: string): Promise<StoredItems> {
  requireAdmin(ctx, 'delete the items of all runs of a search')
  const { name } = await getSearch(ctx, searchId)
  const upTo = ctx.clock.now()
  const runIds = await listRunIds(ctx, searchId)
  return deleteAll(
    ctx,
    { id: searchId, name },
    runIds.map((runId) => ({ runId, upTo })),
  )
}

/** Deletes all items of the team. Admins only. */
export async function deleteTeamItems(ctx: TeamCtx): Promise<StoredItems> {
  requireAdmin(ctx, 'delete all items')
  return deleteAll(ctx, ctx.team, [{ upTo: ctx.clock.now() }])
}

const always = () => Promise.resolve(true)

/**
 * Deletes the items and returns what was deleted. The audit entry is written first, so that an interrupted deletion is
 * recorded too.
 */
async function deleteAll(
  ctx: TeamCtx,
  subject: Subject,
  choices: readonly PageChoice[],
): Promise<StoredItems> {
  const gone = { pages: 0, items: 0, bytes: 0 }
  for (const choice of choices) {
    const { pages, items, bytes } = await measureItems(ctx, choice)
    gone.pages += pages
    gone.items += items
    gone.bytes += bytes
  }
  const [first] = choices
  if (!first) return gone
  await noteDeletion(ctx, { action: BY_PERSON, ...subject, gone, upTo: first.upTo })
  for (const choice of choices) await deleteItems(ctx, choice, always)
  return gone
}
