import { createHash } from 'node:crypto'
import { z } from 'zod'
import { foldText } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import { searchTextInput } from '@/lib/platform/input'
import { processSingleton } from '@/lib/platform/process'
import { type ItemView, type PageHeadWithOffset, type RawItem, walkItems } from './read-items'
import { hasMarks, selectTeamMarks } from './store'

/** The items of a view, in its order, by their indices in the run. */
interface Index {
  readonly total: number
  /** Number of items that the view `hidden` shows with the same filter. */
  readonly hidden: number
  at(from: number, to: number): readonly number[]
}

export interface ViewIndex extends Index {
  /** True if these are all items, in original order. */
  readonly isWhole: boolean
  /** True if the team has marked anything. */
  readonly isMarked: boolean
}

/** Number of cached indices; one of a million items takes 4 MB. */
const CACHED = 12

const cache = () => processSingleton('item-views', () => createCache<Promise<Index>>({ max: CACHED }))

/**
 * Finds the items of a view. All items in original order, with none hidden, cost next to nothing. Otherwise all pages
 * of the run are read once, in portions, and the order is cached for the next request.
 */
export async function indexView(
  ctx: TeamCtx,
  runId: string,
  heads: readonly PageHeadWithOffset[],
  view: ItemsViewOptions,
): Promise<ViewIndex> {
  const marks = await readViewMarks(ctx, view)
  const isMarked = marks.isAny
  if (isPlain(view) && marks.key === '') {
    const total = heads.reduce((sum, { itemCount }) => sum + itemCount, 0)
    const at = (from: number, to: number) => placesOf(heads, from, to)
    return { total, hidden: 0, at, isWhole: true, isMarked }
  }
  // Marks are read before the items: without starred, noted or hidden items the view is empty.
  if (marks.key === '' && !['all', 'new'].includes(view.only)) {
    return { total: 0, hidden: 0, at: () => [], isWhole: false, isMarked }
  }
  // Pages are added at the end and removed when their items are deleted, so the first two values identify which exist.
  const pages = [heads.length, heads.at(-1)?.attemptId]
  const name = JSON.stringify([ctx.team.id, runId, pages, view, marks.key])
  return { ...(await keptIndex(name, () => makeIndex(ctx, heads, view, marks))), isWhole: false, isMarked }
}

function keptIndex(name: string, make: () => Promise<Index>): Promise<Index> {
  const known = cache().get(name)
  if (known) return known
  const made = make()
  made.catch(() => cache().delete(name))
  cache().set(name, made)
  return made
}

/** Returns whether a view shows all items in original order. */
const isPlain = ({ text, only, sort }: ItemsViewOptions): boolean =>
  text === '' && only === 'all' && sort === 'bought'

/** Returns the indices of the items from `from` to `to`. Removed pages do not change the indices that follow. */
function placesOf(heads: readonly PageHeadWithOffset[], from: number, to: number): number[] {
  let before = 0
  return heads.flatMap(({ place, itemCount }) => {
    const [first, end] = [Math.max(0, from - before), Math.min(itemCount, to - before)]
    before += itemCount
    return range(place + first, place + end)
  })
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)

interface Ranked {
  readonly place: number
  readonly rank: string
}

async function makeIndex(
  ctx: TeamCtx,
  heads: readonly PageHeadWithOffset[],
  view: ItemsViewOptions,
  marks: ItemsViewMarks,
): Promise<Index> {
  const wanted = foldText(view.text)
  const found: Ranked[] = []
  let hidden = 0
  for await (const items of walkItems(ctx, heads)) {
    for (const item of items) {
      if (!holds(item, wanted, marks)) continue
      if (marks.isHidden(item.id)) hidden++
      if (isShown(item, view, marks)) found.push(rankOf(item, view))
    }
  }
  if (view.sort !== 'bought') {
    const direction = view.sort === 'newest' ? -1 : 1
    found.sort((a, b) => direction * order(a.rank, b.rank) || a.place - b.place)
  }
  const places = Int32Array.from(found, ({ place }) => place)
  return { total: places.length, hidden, at: (from, to) => [...places.subarray(from, to)] }
}

function holds({ id, text, author }: ItemView, wanted: string, marks: ItemsViewMarks): boolean {
  if (wanted === '' || marks.noteOf(id).includes(wanted)) return true
  return [text, author.name, author.handle].some(
    (field) => field !== null && foldText(field).includes(wanted),
  )
}

function isShown({ id, isNew }: ItemView, { only }: ItemsViewOptions, marks: ItemsViewMarks): boolean {
  if (only === 'hidden' || marks.isHidden(id)) return only === 'hidden' && marks.isHidden(id)
  if (only === 'all') return true
  return only === 'new' ? isNew : marks.isWanted(id)
}

/** Ranks an item. ISO times in UTC sort as text; items without a time come last, oldest or newest first. */
function rankOf({ place, createdAt, author }: ItemView, { sort }: ItemsViewOptions): Ranked {
  if (sort === 'author') return { place, rank: (author.handle ?? author.name ?? '\uffff').toLowerCase() }
  return { place, rank: sort === 'bought' ? '' : (createdAt ?? (sort === 'newest' ? '' : '\uffff')) }
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns items of a run by their indices, in the given order. Deleted items are left out. */
export async function readItemsAt(
  ctx: TeamCtx,
  heads: readonly PageHeadWithOffset[],
  places: readonly number[],
): Promise<RawItem[]> {
  const wanted = new Set(places)
  const sorted = [...wanted].sort((a, b) => a - b)
  let next = 0
  const pages = heads.filter(({ place, itemCount }) => {
    const from = next
    while ((sorted[next] ?? Number.POSITIVE_INFINITY) < place + itemCount) next++
    return next > from
  })
  const found = new Map<number, RawItem>()
  for await (const items of walkItems(ctx, pages)) {
    for (const item of items) if (wanted.has(item.place)) found.set(item.place, item)
  }
  return places.flatMap((index) => found.get(index) ?? [])
}

const AT_ONCE = 200
/** In another order the items are scattered, and large portions need few walks through the run. */
const SORTED_AT_ONCE = 10_000

/** Yields all items of a view in its order, in portions, so that a run of any size needs limited memory. */
export async function* walkView(
  ctx: TeamCtx,
  runId: string,
  heads: readonly PageHeadWithOffset[],
  view: ItemsViewOptions,
): AsyncGenerator<RawItem[]> {
  const index = await indexView(ctx, runId, heads, view)
  if (index.isWhole) return yield* walkItems(ctx, heads)
  const many = view.sort === 'bought' ? AT_ONCE : SORTED_AT_ONCE
  for (let from = 0; from < index.total; from += many) {
    const items = await readItemsAt(ctx, heads, index.at(from, from + many))
    for (let at = 0; at < items.length; at += AT_ONCE) yield items.slice(at, at + AT_ONCE)
  }
}

/** Input that selects and orders the items of a run. */
export const itemsViewInput = z.object({
  /**
   * Words that the text, the author or the team's note must contain, regardless of case and of how accents were typed.
   */
  text: searchTextInput(200).default(''),
  /** Filter. Items that the team has hidden appear only in the view `hidden`. */
  only: z.enum(['all', 'new', 'starred', 'noted', 'hidden']).default('all'),
  /** Order: original, by time, or by author. */
  sort: z.enum(['bought', 'newest', 'oldest', 'author']).default('bought'),
})
export type ItemsViewOptions = z.output<typeof itemsViewInput>

/** The team's marks that decide which items a view shows. */
export interface ItemsViewMarks {
  /** True if the team has marked anything. */
  readonly isAny: boolean
  /** Changes with every change of these marks, so that results computed with them become stale. */
  readonly key: string
  isHidden(itemId: string): boolean
  /** Returns whether a view of starred or noted items shows this one. */
  isWanted(itemId: string): boolean
  /** Returns the note on an item, folded; empty if there is none. */
  noteOf(itemId: string): string
}

const NOTHING: ItemsViewMarks = {
  isAny: false,
  key: '',
  isHidden: () => false,
  isWanted: () => false,
  noteOf: () => '',
}

/** Reads the marks that matter to a view. A team without marks costs one small query. */
async function readViewMarks(ctx: TeamCtx, { text, only }: ItemsViewOptions): Promise<ItemsViewMarks> {
  if (!(await hasMarks(ctx.db, ctx.team.id))) return NOTHING
  const rows = await selectTeamMarks(ctx.db, ctx.team.id, {
    starred: only === 'starred',
    noted: only === 'noted' || text !== '',
  })
  if (rows.length === 0) return { ...NOTHING, isAny: true }
  const marks = new Map(rows.map(({ itemId, note, ...mark }) => [itemId, { ...mark, note: foldText(note) }]))
  return {
    isAny: true,
    // Times would not do: two processes' clocks differ, and a deleted mark leaves none.
    key: createHash('sha256').update(JSON.stringify(rows)).digest('base64'),
    isHidden: (itemId) => marks.get(itemId)?.state === 'hidden',
    isWanted: (itemId) => {
      const mark = marks.get(itemId)
      return mark !== undefined && (only === 'starred' ? mark.state === 'starred' : mark.note !== '')
    },
    noteOf: (itemId) => marks.get(itemId)?.note ?? '',
  }
}
