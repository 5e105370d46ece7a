import { z } from 'zod'
import {
  findRunItem,
  type ItemSighting,
  type ItemsViewOptions,
  type ItemView,
  indexView,
  itemIdSchema,
  itemsViewInput,
  listMarks,
  listPageHeads,
  listSightings,
  type MarkView,
  omitRawFields,
  type PageHead,
  type PageHeadWithOffset,
  type RawItem,
  readItemsAt,
  readSightedItem,
  walkView,
  withItemOffsets,
} from '@/lib/collect/items'
import { AppError, notFound } from '@/lib/kernel'
import { recordDataRead } from '@/lib/platform/audit'
import type { TeamCtx } from '@/lib/platform/db'
import type { RunView } from '../core/schemas'
import { type RunRow, selectRun, selectVisibleRuns } from '../core/store'
import { getRun } from './list-runs'

export const itemsInput = itemsViewInput.extend({
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
  heads: readonly PageHeadWithOffset[],
  { from, count, ...view }: Omit<z.output<typeof itemsInput>, 'runId'>,
): Promise<ItemWindow> {
  const index = await indexView(ctx, runId, heads, view)
  const items = await readItemsAt(ctx, heads, index.at(from, from + count))
  const { total, hidden, isMarked } = index
  const marks = isMarked ? await listMarks(ctx, items.map(idOf)) : []
  return { total, hidden, isMarked, marks, items: items.map(omitRawFields) }
}

const idOf = ({ id }: RawItem): string => id

/** Yields all items of a view of a run, in its order, in portions, for members who may see it. Throws `not_found`. */
export async function walkRunItems(
  ctx: TeamCtx,
  runId: string,
  view: ItemsViewOptions,
): Promise<AsyncGenerator<RawItem[]>> {
  return walkView(ctx, runId, await headsOf(ctx, runId), view)
}

async function headsOf(ctx: TeamCtx, runId: string) {
  const run = await selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, runId)
  if (!run) throw notFound('The run')
  return shownHeads(run, await listPageHeads(ctx, runId))
}

const shownHeads = (run: Pick<RunView, 'isBaseline'>, heads: readonly PageHead[]): PageHeadWithOffset[] =>
  withItemOffsets(withoutNews(heads, run)).filter(({ isDeleted }) => !isDeleted)

/** Removes the new marks from a first run, the baseline, in which no item is marked as new. */
const withoutNews = (heads: readonly PageHead[], { isBaseline }: Pick<RunView, 'isBaseline'>) =>
  isBaseline ? heads.map((head) => ({ ...head, news: '' })) : heads

export const rawItemInput = z.object({
  runId: z.uuid(),
  /** The item's index in the run, from 0, in original order. */
  place: z.coerce.number().int().min(0),
})

export const rawPageInput = z.object({ runId: z.uuid(), pageNumber: z.coerce.number().int().min(1) })

/** The upstream's answer as readable JSON. Untrusted text; numbers that floating point would round are texts. */
export interface RawView {
  readonly json: string
}

/** Returns one item of a run with all its fields, for members who may see the run. Throws `not_found`. */
export async function getRawItem(ctx: TeamCtx, input: z.output<typeof rawItemInput>): Promise<RawView> {
  const [item] = await rawItems(ctx, input.runId, () => [input.place])
  if (!item) throw notFound('The item')
  return { json: formatJson(item.raw) }
}

/** Returns all items of one page with all their fields, for members who may see the run. Throws `not_found`. */
export async function getRawPage(ctx: TeamCtx, input: z.output<typeof rawPageInput>): Promise<RawView> {
  const items = await rawItems(ctx, input.runId, (heads) => {
    const head = heads.find(({ pageNumber }) => pageNumber === input.pageNumber)
    if (!head) throw notFound('The page')
    if (head.isDeleted) throw new AppError('not_found', 'The items of this page were deleted.')
    return Array.from({ length: head.itemCount }, (_, at) => head.place + at)
  })
  return { json: formatJson(items.map(({ raw }) => raw)) }
}

async function rawItems(
  ctx: TeamCtx,
  runId: string,
  choose: (heads: ReturnType<typeof withItemOffsets>) => readonly number[],
) {
  const run = await selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, runId)
  if (!run) throw notFound('The run')
  const heads = withItemOffsets(await listPageHeads(ctx, runId))
  const items = await readItemsAt(ctx, heads, choose(heads))
  await recordDataRead(ctx, { subjectId: runId, subjectName: run.searchName })
  return items
}

/** Maximum number of characters that a browser shows. */
const MAX_SHOWN_LENGTH = 500_000

const shortened = (json: string): string =>
  json.length <= MAX_SHOWN_LENGTH
    ? json
    : `${json.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}\n… ${json.length - MAX_SHOWN_LENGTH} more characters: export the run as JSONL to read them.`

/** Controls, and marks that change the direction of writing: shown as they are, they could disguise a text. */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/**
 * Formats JSON in lines, with invisible marks written out. It is the same JSON, up to the length that a browser can
 * show.
 */
export const formatJson = (value: unknown): string =>
  shortened(JSON.stringify(value, null, 2) ?? 'null').replace(
    UNSEEN,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

export const findItemInput = z.object({ itemId: itemIdSchema })

/** A run that found an item, and when: the first run of its search's question that the member may see. */
export interface ItemOrigin {
  readonly runId: string
  readonly searchName: string
  readonly memberName: string
  readonly at: Date
}

/** An item in all of the team's searches that found it and that the member may see. */
export interface FoundItem {
  readonly itemId: string
  /** Null after its content was deleted. */
  readonly item: ItemView | null
  readonly mark: MarkView | null
  /** Earliest first. */
  readonly sources: readonly ItemOrigin[]
}

/** Finds an item by its id in all runs that the member may see; null if none of them found it. */
export async function findItem(ctx: TeamCtx, itemId: string): Promise<FoundItem | null> {
  const seen = await listSightings(ctx, itemId)
  const ids = seen.map(({ runId }) => runId)
  const runs = await selectVisibleRuns(ctx.db, ctx.team.id, ctx.actor.memberId, { id: { in: ids } })
  const byId = new Map(runs.map((run) => [run.id, run]))
  const found: Sight[] = []
  for (const sight of seen) {
    const run = byId.get(sight.runId)
    const known = run
      ? { run, at: sight.at, read: () => readSightedItem(ctx, sight) }
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
 * Finds an item in later, shared runs. A search may have been private when it first found an item and shared later,
 * and only the first time is recorded.
 */
async function findLater(ctx: TeamCtx, { streamId }: ItemSighting, itemId: string): Promise<Sight | null> {
  for (const run of await selectVisibleRuns(ctx.db, ctx.team.id, ctx.actor.memberId, { streamId })) {
    const found = await findRunItem(ctx, run.id, itemId)
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
