import { z } from 'zod'
import { deleteItems, measureItems, type PageSelection, type StoredItems } from '@/lib/collect/items'
import { getRun, listBatchRuns, listRunIds } from '@/lib/collect/runs'
import { getSearch } from '@/lib/collect/searches'
import { AppError, requireAdmin, requireWriter } from '@/lib/kernel'
import { type AuditEntryView, appendAuditEntry } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'

interface Subject {
  readonly id: string
  readonly name: string
}

/**
 * Deletes the items of a run's pages, or of all runs of a batch. The run's member may, and an admin who can see it. Counts, charges and sightings
 * stay; runs that took pages from it lose their items too. Throws `not_found`.
 */
export async function deleteRunItems(ctx: TeamCtx, runId: string): Promise<StoredItems> {
  requireWriter(ctx, 'delete items')
  const run = await getRun(ctx, runId)
  if (!run.may.deleteItems) {
    throw new AppError('forbidden', 'Only the member who started it or an admin may delete its items.')
  }
  const upTo = ctx.clock.now()
  const parts = run.subjects === null ? [] : await listBatchRuns(ctx, runId)
  const ids = [runId, ...parts.flatMap(({ run: part }) => part?.id ?? [])]
  return deleteAll(
    ctx,
    { id: runId, name: run.searchName },
    ids.map((id) => ({ runId: id, upTo })),
  )
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
  choices: readonly PageSelection[],
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
  await recordDeletion(ctx, { action: DELETED_BY_PERSON, ...subject, deletedTotals: gone, upTo: first.upTo })
  for (const choice of choices) await deleteItems(ctx, choice, always)
  return gone
}

/** Audit actions: by a person, and by the age that the team chose. */
export const DELETED_BY_PERSON = 'items.delete'
export const DELETED_BY_AGE = 'items.expire'

/** The items of a run that were deleted. */
export interface DeletedItems {
  readonly items: number
  /** True if none of the run's items is left. */
  readonly isAll: boolean
  /** When the last of them were deleted; null if unknown, as for a page that another run had bought. */
  readonly at: Date | null
  /** Name of who deleted them; null if they were too old, or if it is unknown. */
  readonly byName: string | null
}

/** Detail of a deletion in the audit log. Only this file writes and reads it. */
const detail = z.object({
  items: z.int(),
  pages: z.int(),
  /** Everything bought up to this moment was deleted. */
  boughtUpTo: z.iso.datetime(),
})

interface Deletion {
  readonly action: typeof DELETED_BY_PERSON | typeof DELETED_BY_AGE
  /** The run, saved search or team whose items were deleted. */
  readonly id: string
  readonly name: string
  readonly deletedTotals: StoredItems
  readonly upTo: Date
}

/** Writes a deletion to the audit log, where a run's page finds it. */
export const recordDeletion = (
  ctx: TeamCtx,
  { action, id, name, deletedTotals: { items, pages }, upTo }: Deletion,
): Promise<void> =>
  transaction(ctx.db, (tx) =>
    appendAuditEntry(tx, ctx, {
      action,
      subjectId: id,
      subjectName: name,
      detail: { items, pages, boughtUpTo: upTo.toISOString() } satisfies z.input<typeof detail>,
    }),
  )

/** Returns the moment up to which everything bought was deleted, by an audit entry; null if it does not say. */
export function parseDeletionCutoff(entry: Pick<AuditEntryView, 'detail'>): Date | null {
  const read = detail.pick({ boughtUpTo: true }).safeParse(JSON.parse(entry.detail))
  return read.success ? new Date(read.data.boughtUpTo) : null
}
