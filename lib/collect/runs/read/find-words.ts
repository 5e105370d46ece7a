import { z } from 'zod'
import {
  countIndexedItems,
  getWaitingItems,
  type IndexedItemView,
  indexWaitingPages,
  listIndexedItems,
  typedWordsInput,
  type WaitingItems,
} from '@/lib/collect/items'
import {
  consecutiveDaysFrom,
  DAY_MS,
  dayBefore,
  dayContaining,
  dayOfDate,
  QUARTER_HOUR_MS,
} from '@/lib/platform/calendar'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import { selectRunAudiences, selectVisibleRuns } from '../core/store'

/** Words to look for in all items, the search that found them, and the days on which they were bought. */
export const wordsQuerySchema = z.object({
  words: typedWordsInput,
  search: z.uuid().optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
})
export type WordsQuery = z.output<typeof wordsQuerySchema>

/** The form of a position in the list. */
export const WORDS_POSITION = /^\d{1,19}$/

/** The query as stated in a URL, with the position after which the list begins. Invalid values are ignored. */
export const wordsUrlQuerySchema = z.object({
  words: typedWordsInput.catch(''),
  search: z.uuid().optional().catch(undefined),
  from: z.iso.date().optional().catch(undefined),
  to: z.iso.date().optional().catch(undefined),
  after: z.string().regex(WORDS_POSITION).optional().catch(undefined),
})

/** Indexes the team's waiting pages step by step while `isMine`. */
export const indexItems = (ctx: TeamCtx, isMine: (tx: Tx) => Promise<boolean>): AsyncGenerator<void, void> =>
  indexWaitingPages(ctx, {
    isMine,
    readAudiences: (ids) => selectRunAudiences(ctx.db, ctx.team.id, ids),
  })

/** An item that has the words, and the search that bought it first. */
export interface WordsHit extends IndexedItemView {
  readonly searchName: string
}

export interface WordsPage {
  readonly items: readonly WordsHit[]
  /** Value to pass as `after` for the following items; null if there are none. */
  readonly next: string | null
  readonly waiting: WaitingItems
}

/** Finds items of all runs that the member may see by their words, those bought last first. */
export async function findItemsByWords(
  ctx: TeamCtx,
  query: WordsQuery,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<WordsPage> {
  const [{ items, next }, waiting] = await Promise.all([
    listIndexedItems(ctx, selectionOf(ctx, query), { after, limit }),
    getWaitingItems(ctx),
  ])
  const ids = [...new Set(items.map(({ runId }) => runId))]
  const runs = await selectVisibleRuns(ctx.db, ctx.team.id, ctx.actor.memberId, { id: { in: ids } })
  const names = new Map(runs.map(({ id, searchName }) => [id, searchName]))
  return {
    items: items.flatMap((item) => {
      const searchName = names.get(item.runId)
      return searchName === undefined ? [] : { ...item, searchName }
    }),
    next,
    waiting,
  }
}

function selectionOf({ clock, team }: TeamCtx, { words, search: searchId, from, to }: WordsQuery) {
  // Clocks differ: an item may have been bought a moment from now. No id stands for a time centuries later.
  const latest = clock.now().getTime() + DAY_MS
  const within = (date: string, edge: 'startsAt' | 'endsAt') => {
    // A date without a day is of a year that no database holds.
    const day = dayOfDate(date, team.timeZone)
    const ms = day?.[edge].getTime() ?? (date < '1970' ? 0 : latest)
    return new Date(Math.min(Math.max(0, ms), latest))
  }
  return {
    words,
    searchId,
    from: from === undefined ? new Date(0) : within(from, 'startsAt'),
    to: to === undefined ? new Date(latest) : within(to, 'endsAt'),
  }
}

/** Maximum number of days in a chart. */
const MAX_DAYS = 90

export interface WordsDays {
  readonly days: readonly { readonly date: string; readonly startsAt: Date; readonly count: number }[]
  /** True if only the newest items were counted. */
  readonly isPart: boolean
}

/** Counts items that have the words by the day on which they were bought: on the last 90 days of the query. */
export async function countItemsByDay(ctx: TeamCtx, query: WordsQuery): Promise<WordsDays> {
  const { timeZone } = ctx.team
  const selection = selectionOf(ctx, query)
  const end = new Date(Math.min(selection.to.getTime() - 1, ctx.clock.now().getTime()))
  const earliest = dayBefore(end, timeZone, MAX_DAYS - 1).startsAt
  const from = earliest > selection.from ? earliest : selection.from
  const { spans, isPart } = await countIndexedItems(ctx, { ...selection, from }, QUARTER_HOUR_MS)
  const counts = new Map<string, number>()
  for (const { at, count } of spans) {
    const { date } = dayContaining(at, timeZone)
    counts.set(date, (counts.get(date) ?? 0) + count)
  }
  const oldest = spans.reduce((first, { at }) => (at < first ? at : first), end)
  const start = isPart && oldest > from ? oldest : from
  const days: { date: string; startsAt: Date; count: number }[] = []
  for (const day of consecutiveDaysFrom(start, timeZone, MAX_DAYS)) {
    if (day.startsAt > end) break
    days.push({ date: day.date, startsAt: day.startsAt, count: counts.get(day.date) ?? 0 })
  }
  return { days, isPart }
}
