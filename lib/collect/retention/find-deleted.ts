import { listPageHeads, listPagePurchases, type PageHead } from '@/lib/collect/items'
import { getRun, type RunView } from '@/lib/collect/runs'
import { listAuditEntriesAbout } from '@/lib/platform/audit'
import type { TeamCtx } from '@/lib/platform/db'
import { DELETED_BY_AGE, DELETED_BY_PERSON, type DeletedItems, parseDeletionCutoff } from './delete-items'

/**
 * Returns how many of a run's items were deleted, when and by whom, for members who may see the run; null if none
 * were. The pages show that they are gone, the audit log the rest. Throws `not_found`.
 */
export const findDeletedItems = async (ctx: TeamCtx, runId: string): Promise<DeletedItems | null> =>
  findDeletedItemsInPages(ctx, await getRun(ctx, runId), await listPageHeads(ctx, runId))

/** Does the same for a run whose pages are already read. */
export async function findDeletedItemsInPages(
  ctx: TeamCtx,
  run: Pick<RunView, 'id' | 'searchId'>,
  heads: readonly PageHead[],
): Promise<DeletedItems | null> {
  const deleted = heads.filter(({ isDeleted }) => isDeleted)
  if (deleted.length === 0) return null
  const taken = deleted.filter(({ sourceId }) => sourceId !== null)
  const origins = taken.length === 0 ? [] : await listPagePurchases(ctx, taken)
  const own = deleted.filter(({ sourceId }) => sourceId === null)
  const latest = [...origins, ...own].reduce((late, { at }) => (at > late ? at : late), new Date(0))
  const entries = await listAuditEntriesAbout(ctx, {
    actions: [DELETED_BY_PERSON, DELETED_BY_AGE],
    subjectIds: subjectsOf(ctx, run, origins),
    since: latest,
  })
  // The first deletion that includes the youngest of them, after which all were gone.
  const entry = entries.find((each) => {
    const upTo = parseDeletionCutoff(each)
    return upTo !== null && upTo >= latest
  })
  return {
    items: deleted.reduce((sum, { itemCount }) => sum + itemCount, 0),
    isAll: heads.every(({ isDeleted, itemCount }) => isDeleted || itemCount === 0),
    at: entry?.at ?? null,
    byName: entry?.action === DELETED_BY_PERSON ? entry.actorName : null,
  }
}

/** Returns the subjects whose deletion includes the run's items. */
const subjectsOf = (
  ctx: TeamCtx,
  { id, searchId }: Pick<RunView, 'id' | 'searchId'>,
  origins: readonly { readonly runId: string }[],
): string[] => [ctx.team.id, id, ...(searchId ? [searchId] : []), ...origins.map(({ runId }) => runId)]
