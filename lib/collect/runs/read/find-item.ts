import { z } from 'zod'
import {
  findInRun,
  type ItemView,
  itemId,
  listMarks,
  listSeen,
  type MarkView,
  readSeen,
  type SeenItem,
} from '@/lib/collect/items'
import type { TeamCtx } from '@/lib/platform/db'
import { type RunRow, selectVisible } from '../core/store'

export const findItemInput = z.object({ itemId })

/** A run that brought an item, and when: the first run of its search's question that the member may see. */
export interface ItemOrigin {
  readonly runId: string
  readonly searchName: string
  readonly memberName: string
  readonly at: Date
}

/** An item in all of the team's searches that brought it and that the member may see. */
export interface FoundItem {
  readonly itemId: string
  /** Null after its content was deleted. */
  readonly item: ItemView | null
  readonly mark: MarkView | null
  /** Earliest first. */
  readonly sources: readonly ItemOrigin[]
}

/** Finds an item by its id in all runs that the member may see; null if none of them brought it. */
export async function findItem(ctx: TeamCtx, itemId: string): Promise<FoundItem | null> {
  const seen = await listSeen(ctx, itemId)
  const ids = seen.map(({ runId }) => runId)
  const runs = await selectVisible(ctx.db, ctx.team.id, ctx.actor.memberId, { id: { in: ids } })
  const byId = new Map(runs.map((run) => [run.id, run]))
  const found: Sight[] = []
  for (const sight of seen) {
    const run = byId.get(sight.runId)
    const known = run
      ? { run, at: sight.at, read: () => readSeen(ctx, sight) }
      : await findLater(ctx, sight, itemId)
    if (known) found.push(known)
  }
  if (found.length === 0) return null
  found.sort((a, b) => a.at.getTime() - b.at.getTime())
  const [mark = null] = await listMarks(ctx, [itemId])
  return { itemId, item: await readFirst(found), mark, sources: found.map(toSource) }
}

interface Sight {
  readonly run: RunRow
  readonly at: Date
  read(): Promise<ItemView | null>
}

/**
 * Finds an item in later, shared runs. A search may have been private when it first brought an item and shared later,
 * and only the first time is recorded.
 */
async function findLater(ctx: TeamCtx, { streamId }: SeenItem, itemId: string): Promise<Sight | null> {
  for (const run of await selectVisible(ctx.db, ctx.team.id, ctx.actor.memberId, { streamId })) {
    const found = await findInRun(ctx, run.id, itemId)
    if (found) return { run, at: found.at, read: () => Promise.resolve(found.item) }
  }
  return null
}

async function readFirst(found: readonly Sight[]): Promise<ItemView | null> {
  for (const { read } of found) {
    const item = await read()
    if (item) return item
  }
  return null
}

const toSource = ({ run, at }: Sight): ItemOrigin => ({
  runId: run.id,
  searchName: run.searchName,
  memberName: run.memberName,
  at,
})
