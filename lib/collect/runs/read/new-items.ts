import {
  countNewItems,
  type ItemView,
  listHiddenItemIds,
  listMarks,
  type MarkView,
  type NewItemRange,
  readNewItems,
  walkFirstPages,
} from '@/lib/collect/items'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import {
  type RunRow,
  selectRun,
  selectRunsWithNewItems,
  selectRunsWithNews,
  selectScheduledRun,
  selectVisibleRuns,
  sumBatches,
} from '../core/store'

export type { NewItemRange } from '@/lib/collect/items'

/** The new items of one run in original order, or some of each run of a batch. */
export interface NewItems {
  /** Id of the run, or of the batch. */
  readonly runId: string
  readonly startedAt: Date
  /** Number of all its new items, of which these are some. */
  readonly newItems: number
  readonly items: readonly ItemView[]
  /** The team's marks on these items. */
  readonly marks: readonly MarkView[]
}

/** Bounds of the search, so that its cost does not grow with the runs, pages or items. */
const RUNS_LOOKED_AT = 50
const PAGES_A_RUN = 5

/**
 * Returns the newest items of a search over the runs that the member may see, each in the run that first found it,
 * newest run first. The runs of a batch share its place evenly. Items that the team has hidden, and deleted ones, are
 * left out.
 */
export async function listNewItems(ctx: TeamCtx, searchId: string, limit: number): Promise<NewItems[]> {
  const { db, team, actor } = ctx
  const runs = await selectRunsWithNews(db, team.id, actor.memberId, searchId, RUNS_LOOKED_AT)
  const found: NewItems[] = []
  let left = limit
  for (const [runId, parts] of Map.groupBy(runs, ({ id, batchId }) => batchId ?? id)) {
    const [newest] = parts
    const items = await evenShares(ctx, parts, left)
    if (!newest || items.length === 0) continue
    const marks = await listMarks(
      ctx,
      items.map((item) => item.id),
    )
    const batch = newest.batchId === null ? null : await sumBatches(db, team.id, [runId])
    const newItems = batch?.get(runId)?.totals.newItems ?? newest.newItems
    found.push({ runId, startedAt: newest.startedAt, newItems, items, marks })
    left -= items.length
    if (left === 0) break
  }
  return found
}

/** Returns the first new items of runs, as many of each as possible if all get the same number. */
async function evenShares(ctx: TeamCtx, runs: readonly { id: string }[], limit: number): Promise<ItemView[]> {
  const lists: ItemView[][] = []
  const seen = new Set<string>()
  for (const { id } of runs) {
    // Subjects may share items, and each is shown once.
    const items = (await firstNewItems(ctx, id, limit)).filter((item) => !seen.has(item.id))
    for (const item of items) seen.add(item.id)
    if (items.length > 0) lists.push(items)
    if (lists.length === limit) break
  }
  const inTurns = lists.flatMap((list, of) => list.map((_, at) => ({ of, at }))).sort((a, b) => a.at - b.at)
  const taken = inTurns.slice(0, limit)
  return lists.flatMap((list, of) => list.slice(0, taken.filter((each) => each.of === of).length))
}

async function firstNewItems(ctx: TeamCtx, runId: string, limit: number): Promise<ItemView[]> {
  const found: ItemView[] = []
  for await (const page of walkFirstPages(ctx, runId, PAGES_A_RUN)) {
    const items = page.filter(({ isNew }) => isNew)
    const hidden = new Set(
      await listHiddenItemIds(
        ctx,
        items.map(({ id }) => id),
      ),
    )
    found.push(...items.filter(({ id }) => !hidden.has(id)).slice(0, limit - found.length))
    if (found.length === limit) break
  }
  return found
}

/** Returns the runs whose new items an event about a run is about: itself, or those of a batch, in order. */
export async function listRunsToSend(tx: Tx, teamId: string, runId: string): Promise<string[]> {
  const ids = await selectRunsWithNewItems(tx, teamId, runId)
  return ids.length > 0 ? ids : [runId]
}

/**
 * Returns the number of new items that a scheduled run of a shared search has brought so far; 0 for other runs, and for
 * a baseline.
 */
export async function countNewItemsToSend(tx: Tx, teamId: string, runId: string): Promise<number> {
  const run = await selectScheduledRun(tx, teamId, runId)
  return run?.shared && !run.isBaseline ? countNewItems(tx, teamId, runId) : 0
}

/** A range of the new items of a shared search's run, with the run. Deleted items are left out. */
interface RunNewItems {
  readonly run: Pick<
    RunRow,
    'id' | 'searchId' | 'searchName' | 'startedAt' | 'endedAt' | 'pages' | 'newItems'
  >
  readonly items: readonly ItemView[]
}

/** Returns a range of a run's new items, for a channel; null if the run is gone or private. */
export async function readRunNewItems(
  ctx: TeamCtx,
  runId: string,
  range: NewItemRange,
): Promise<RunNewItems | null> {
  const run = await selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, runId)
  return run?.shared ? { run, items: await readNewItems(ctx, runId, range) } : null
}

/** Returns the names of the searches of these runs, by run, of those that the member may see. */
export async function listRunSearchNames(
  ctx: TeamCtx,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (runIds.length === 0) return new Map()
  const where = { id: { in: [...runIds] } }
  const rows = await selectVisibleRuns(ctx.db, ctx.team.id, ctx.actor.memberId, where)
  return new Map(rows.map(({ id, searchName }) => [id, searchName]))
}
