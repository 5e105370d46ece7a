import { z } from 'zod'
import {
  type FirstSight,
  listFirstSights,
  listHiddenItemIds,
  type RawItem,
  walkPagesFrom,
} from '@/lib/collect/items'
import { getSearch } from '@/lib/collect/searches'
import { invalid } from '@/lib/kernel'
import { type Day, dayOfDate } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { selectIdsOfSearch, selectRunsOfSearch } from '../core/store'

const day = z.iso.date('Enter a date.')

/** First and last day of the runs whose items are wanted, in the team's time zone; all by default. */
export const searchItemsRange = { from: day.optional(), to: day.optional() }

/** Position in a search's items, as text. */
export const SEARCH_ITEMS_PLACE = /^(\d{1,13})-([0-9a-f-]{36})-(\d{1,9})-(\d{1,9})$/
export const searchItemsInput = z.object({
  searchId: z.uuid(),
  ...searchItemsRange,
  after: z.string().regex(SEARCH_ITEMS_PLACE).optional(),
  limit: z.int().min(1).max(500).default(100),
})

/** An item of a search, in the run that first brought it. */
export interface SearchItem extends Omit<RawItem, 'place' | 'isNew'> {
  readonly runId: string
  /** When that run began. */
  readonly runAt: Date
  /** Subject of that run. */
  readonly subject: string
  /** Null in a first run, the baseline: all of its items are new, so none is marked. */
  readonly isNew: boolean | null
}

/** A position: an item's index in a page of a run. */
interface ItemsPlace {
  readonly at: Date
  readonly id: string
  readonly pageNumber: number
  readonly index: number
}

function readPlace(text: string | undefined): ItemsPlace | null {
  const [, at, id, page, index] = SEARCH_ITEMS_PLACE.exec(text ?? '') ?? []
  if (at === undefined || id === undefined) return null
  return { at: new Date(Number(at)), id, pageNumber: Number(page), index: Number(index) }
}

const writePlace = ({ at, id, pageNumber, index }: ItemsPlace): string =>
  `${at.getTime()}-${id}-${pageNumber}-${index}`

/** Bounds of one look, so that its cost does not grow with a search's runs or with pages that bring nothing new. */
const MAX_PAGES = 50
const MAX_RUNS = 500

interface SearchItems {
  readonly items: readonly SearchItem[]
  /** Value to pass as `after` for the following ones; null if there are none. */
  readonly next: string | null
}

/**
 * Returns a search's items over all runs that the member may see, each once, in the run that first brought it: newest
 * run first, in its order. Deleted items and those that the team has hidden are left out. A look is bounded, so it may
 * return fewer; `next` continues from there. Throws `not_found`.
 *
 * If the content of an item's first page was deleted, the item is shown with later runs that still have it, and may
 * come again in a later look: only one look, or a file, tells them apart.
 */
export async function listSearchItems(
  ctx: TeamCtx,
  { limit, ...input }: z.output<typeof searchItemsInput>,
): Promise<SearchItems> {
  const found: SearchItem[] = []
  const read = { pages: 0, runs: 0 }
  for await (const { place, items, run } of walk(ctx, await openWalk(ctx, input))) {
    if (items === null) read.runs++
    else read.pages++
    for (const { index, item } of items ?? []) {
      found.push({ ...item, runId: run.id, runAt: run.startedAt, subject: run.subject })
      if (found.length === limit) return { items: found, next: writePlace({ ...place, index: index + 1 }) }
    }
    if (read.pages < MAX_PAGES && read.runs < MAX_RUNS) continue
    return { items: found, next: writePlace({ ...place, pageNumber: place.pageNumber + 1, index: 0 }) }
  }
  return { items: found, next: null }
}

/** Yields all of a search's items as `listSearchItems` does, in portions. Throws `not_found`. */
export async function walkSearchItems(
  ctx: TeamCtx,
  input: Pick<z.output<typeof searchItemsInput>, 'searchId' | 'from' | 'to'>,
): Promise<AsyncGenerator<SearchItem[]>> {
  const opened = await openWalk(ctx, input)
  return (async function* () {
    for await (const { run, items } of walk(ctx, opened)) {
      if (items && items.length > 0)
        yield items.map(({ item }) => ({
          ...item,
          runId: run.id,
          runAt: run.startedAt,
          subject: run.subject,
        }))
    }
  })()
}

interface OpenWalk {
  readonly searchId: string
  /** Moment since which the runs began. */
  readonly from: Date
  /** Position from which they are walked. */
  readonly place: ItemsPlace
}

/** Times before and after all runs. */
const [FIRST, LAST] = [new Date(0), new Date(Date.UTC(9999, 0))]

async function openWalk(
  ctx: TeamCtx,
  {
    searchId,
    from,
    to,
    after,
  }: Pick<z.output<typeof searchItemsInput>, 'searchId' | 'from' | 'to' | 'after'>,
): Promise<OpenWalk> {
  if (from !== undefined && to !== undefined && from > to)
    throw invalid('The last day is before the first day.', { to: 'Choose a day after the first one.' })
  await getSearch(ctx, searchId)
  const end = to === undefined ? LAST : dayNamed(ctx, 'to', to).endsAt
  // Before the first id of that moment.
  const newest = { at: end, id: '', pageNumber: 1, index: 0 }
  const asked = readPlace(after)
  return {
    searchId,
    from: from === undefined ? FIRST : dayNamed(ctx, 'from', from).startsAt,
    place: asked && asked.at < end ? asked : newest,
  }
}

function dayNamed({ team }: TeamCtx, field: string, date: string): Day {
  const day = dayOfDate(date, team.timeZone)
  if (day === null) throw invalid('There is no such day.', { [field]: 'Enter a date.' })
  return day
}

type RunOfSearch = Awaited<ReturnType<typeof selectRunsOfSearch>>[number]

interface Walked {
  readonly run: RunOfSearch
  readonly place: ItemsPlace
  /** The items to show of a page, with their indices there; null at the end of a run. */
  readonly items: readonly { readonly index: number; readonly item: ShownItem }[] | null
}

type ShownItem = Omit<SearchItem, 'runId' | 'runAt' | 'subject'>

const RUNS_AT_ONCE = 50
/** A page number beyond all pages of a run. */
const BEYOND = 999_999_998

async function* walk(ctx: TeamCtx, { searchId, from, place }: OpenWalk): AsyncGenerator<Walked> {
  const whose = { teamId: ctx.team.id, memberId: ctx.actor.memberId, searchId }
  // Items without a stored first page, which nothing else tells apart.
  const unplaced = new Set<string>()
  let start = place
  for (let isMore = true; isMore; ) {
    const all = await selectRunsOfSearch(ctx.db, whose, start, RUNS_AT_ONCE)
    const runs = all.filter(({ startedAt }) => startedAt >= from)
    for (const run of runs) {
      const here = start.id === run.id ? start : null
      const end = { at: run.startedAt, id: run.id, pageNumber: BEYOND, index: 0 }
      for await (const { head, items } of walkPagesFrom(ctx, run.id, here?.pageNumber ?? 1)) {
        const { pageNumber, attemptId } = head
        const skipped = here?.pageNumber === pageNumber ? here.index : 0
        const shown = await choose(ctx, whose, { pageId: attemptId, run, items }, unplaced)
        const rest = shown.filter(({ index }) => index >= skipped)
        yield { run, place: { ...end, pageNumber }, items: rest }
      }
      yield { run, place: end, items: null }
    }
    const last = runs.at(-1)
    if (last) start = { at: last.startedAt, id: last.id, pageNumber: BEYOND + 1, index: 0 }
    // The first of the next ones is the last of these, which has no further page.
    isMore = runs.length === RUNS_AT_ONCE
  }
}

interface PageOfRun {
  readonly pageId: string
  readonly run: RunOfSearch
  readonly items: readonly RawItem[]
}

/** Returns those of a page's items that are shown here, and not with another page of the search. */
async function choose(
  ctx: TeamCtx,
  whose: Parameters<typeof selectIdsOfSearch>[1],
  { pageId, run, items }: PageOfRun,
  unplaced: Set<string>,
): Promise<NonNullable<Walked['items']>> {
  const ids = [...new Set(items.map(({ id }) => id))]
  const [sights, hidden] = await Promise.all([listFirstSights(ctx, ids), listHiddenItemIds(ctx, ids)])
  const stored = [...sights.values()].flat().filter(({ isStored }) => isStored)
  const runIds = [...new Set(stored.map(({ runId }) => runId))]
  const visible = new Set(await selectIdsOfSearch(ctx.db, whose, runIds))
  const isPlace = ({ isStored, runId }: FirstSight) => isStored && visible.has(runId)
  const done = new Set(hidden)
  return items.flatMap(({ place: _, isNew, ...item }, index) => {
    if (done.has(item.id)) return []
    done.add(item.id)
    const first = sights.get(item.id)?.find(isPlace)
    if (first ? first.pageId !== pageId : unplaced.has(item.id)) return []
    if (!first) unplaced.add(item.id)
    return [{ index, item: { ...item, isNew: run.isBaseline ? null : isNew } }]
  })
}
