import { z } from 'zod'
import type { TeamCtx } from '@/lib/db'
import { processWide } from '@/lib/kernel'
import { type ItemView, type PlacedHead, type RawItem, walkItems } from './read-items'

/** Which items of a run are shown, and in which order. */
export const viewInput = z.object({
  /** Words that the text or the author must hold, whatever their case. */
  text: z.string().trim().max(200).default(''),
  only: z.enum(['all', 'new']).default('all'),
  /** As they came, or by the time they were written, or by author. */
  sort: z.enum(['bought', 'newest', 'oldest', 'author']).default('bought'),
})
export type View = z.output<typeof viewInput>

/** The items of a run that a view shows, in its order: their places in the run. */
export interface ViewIndex {
  readonly total: number
  at(from: number, to: number): readonly number[]
}

const CACHED = 12

const cache = () => processWide('item-views', () => new Map<string, Promise<ViewIndex>>())

/**
 * Finds the items that a view shows. As they came and all of them it costs nothing; else all pages of the run are read
 * once, some at a time, and the order is kept for the next question.
 */
export function indexView(
  ctx: TeamCtx,
  runId: string,
  heads: readonly PlacedHead[],
  view: View,
): Promise<ViewIndex> {
  const count = heads.reduce((sum, { itemCount }) => sum + itemCount, 0)
  if (isWhole(view)) {
    return Promise.resolve({ total: count, at: (from, to) => placesOf(heads, from, to) })
  }
  // Pages come at the end and go when their items are deleted: these two tell which ones there are.
  const name = JSON.stringify([ctx.team.id, runId, heads.length, heads.at(-1)?.attemptId, view])
  const known = cache().get(name)
  if (known) return known
  const made = makeIndex(ctx, heads, view)
  made.catch(() => cache().delete(name))
  cache().set(name, made)
  for (const old of [...cache().keys()].slice(0, -CACHED)) cache().delete(old)
  return made
}

/** All items, as they came. */
const isWhole = ({ text, only, sort }: View): boolean => text === '' && only === 'all' && sort === 'bought'

/** The places of the items from the `from`th on: where pages are gone, what follows keeps its places. */
function placesOf(heads: readonly PlacedHead[], from: number, to: number): number[] {
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

async function makeIndex(ctx: TeamCtx, heads: readonly PlacedHead[], view: View): Promise<ViewIndex> {
  const wanted = view.text.toLowerCase()
  const found: Ranked[] = []
  for await (const items of walkItems(ctx, heads)) {
    for (const item of items) if (isShown(item, wanted, view)) found.push(rankOf(item, view))
  }
  if (view.sort !== 'bought') {
    const direction = view.sort === 'newest' ? -1 : 1
    found.sort((a, b) => direction * order(a.rank, b.rank) || a.place - b.place)
  }
  const places = Int32Array.from(found, ({ place }) => place)
  return { total: places.length, at: (from, to) => [...places.subarray(from, to)] }
}

function isShown({ text, author, isNew }: ItemView, wanted: string, { only }: View): boolean {
  if (only === 'new' && !isNew) return false
  if (wanted === '') return true
  return [text, author.name, author.handle].some((field) => field?.toLowerCase().includes(wanted))
}

/** ISO times in UTC sort as text; what has none comes last of the oldest and last of the newest. */
function rankOf({ place, createdAt, author }: ItemView, { sort }: View): Ranked {
  if (sort === 'author') return { place, rank: (author.handle ?? author.name ?? '\uffff').toLowerCase() }
  return { place, rank: sort === 'bought' ? '' : (createdAt ?? (sort === 'newest' ? '' : '\uffff')) }
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Items of a run by their places, in the order of the places given. Those whose items were deleted are left out. */
export async function readPlaces(
  ctx: TeamCtx,
  heads: readonly PlacedHead[],
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
  return places.flatMap((place) => found.get(place) ?? [])
}

const AT_ONCE = 200
/** In another order than they came, items lie anywhere: with so many at a time, few walks through the run find them all. */
const SORTED_AT_ONCE = 10_000

/** All items that a view shows, in its order, some at a time: a run of any size stays in bounds. */
export async function* walkView(
  ctx: TeamCtx,
  runId: string,
  heads: readonly PlacedHead[],
  view: View,
): AsyncGenerator<RawItem[]> {
  if (isWhole(view)) return yield* walkItems(ctx, heads)
  const index = await indexView(ctx, runId, heads, view)
  const many = view.sort === 'bought' ? AT_ONCE : SORTED_AT_ONCE
  for (let from = 0; from < index.total; from += many) {
    const items = await readPlaces(ctx, heads, index.at(from, from + many))
    for (let at = 0; at < items.length; at += AT_ONCE) yield items.slice(at, at + AT_ONCE)
  }
}
