import { z } from 'zod'
import {
  type ItemView,
  indexView,
  listMarks,
  listPageHeads,
  type MarkView,
  type PageHead,
  type PlacedHead,
  type RawItem,
  readPlaces,
  type View,
  viewInput,
  walkView,
  withoutRaw,
  withPlaces,
} from '@/lib/collect/items'
import { notFound } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import type { RunView } from '../core/schemas'
import { selectRun } from '../core/store'
import { getRun } from './list-runs'

export const itemsInput = viewInput.extend({
  runId: z.uuid(),
  from: z.coerce.number().int().min(0).default(0),
  count: z.coerce.number().int().min(1).max(500).default(100),
})

/** Items of a view of a run, starting with the `from`th, and their total number in the view. */
export interface ItemWindow {
  readonly total: number
  readonly items: readonly ItemView[]
  /** The team's marks on these items. */
  readonly marks: readonly MarkView[]
  /** Number of items that the view leaves out, or shows exclusively, because the team has hidden them. */
  readonly hidden: number
  /** True if the team has marked anything; otherwise no item has a mark. */
  readonly isMarked: boolean
}

/** Returns items of a run, for members who may see it: filtered, in order, a window at a time. Throws `not_found`. */
export async function listRunItems(
  ctx: TeamCtx,
  { runId, from, count, ...view }: z.output<typeof itemsInput>,
): Promise<ItemWindow> {
  return windowOf(ctx, runId, await headsOf(ctx, runId), { from, count, ...view })
}

/** A run with its first items in original order, and its pages' facts. */
export interface OpenedRun {
  readonly run: RunView
  readonly heads: readonly PageHead[]
  readonly first: ItemWindow
}

const FIRST = itemsInput.omit({ runId: true }).parse({})

/** Returns the first content of a run's page, reading everything once. Throws `not_found`. */
export async function openRun(ctx: TeamCtx, runId: string): Promise<OpenedRun> {
  const [run, heads] = await Promise.all([getRun(ctx, runId), listPageHeads(ctx, runId)])
  return { run, heads, first: await windowOf(ctx, runId, shownHeads(run, heads), FIRST) }
}

async function windowOf(
  ctx: TeamCtx,
  runId: string,
  heads: readonly PlacedHead[],
  { from, count, ...view }: Omit<z.output<typeof itemsInput>, 'runId'>,
): Promise<ItemWindow> {
  const index = await indexView(ctx, runId, heads, view)
  const items = await readPlaces(ctx, heads, index.at(from, from + count))
  const { total, hidden, isMarked } = index
  const marks = isMarked ? await listMarks(ctx, items.map(idOf)) : []
  return { total, hidden, isMarked, marks, items: items.map(withoutRaw) }
}

const idOf = ({ id }: RawItem): string => id

/** Yields all items of a view of a run, in its order, in portions, for members who may see it. Throws `not_found`. */
export async function walkRunItems(
  ctx: TeamCtx,
  runId: string,
  view: View,
): Promise<AsyncGenerator<RawItem[]>> {
  return walkView(ctx, runId, await headsOf(ctx, runId), view)
}

async function headsOf(ctx: TeamCtx, runId: string) {
  const run = await selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, runId)
  if (!run) throw notFound('The run')
  return shownHeads(run, await listPageHeads(ctx, runId))
}

const shownHeads = (run: Pick<RunView, 'isBaseline'>, heads: readonly PageHead[]): PlacedHead[] =>
  withPlaces(withoutNews(heads, run)).filter(({ isDeleted }) => !isDeleted)

/** Removes the new marks from a first run, the baseline, in which no item is marked as new. */
const withoutNews = (heads: readonly PageHead[], { isBaseline }: Pick<RunView, 'isBaseline'>) =>
  isBaseline ? heads.map((head) => ({ ...head, news: '' })) : heads
