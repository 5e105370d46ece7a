import { hasAnyMark, type ItemsViewOptions, listMarks, type RawItem } from '@/lib/collect/items'
import type { RunView, SearchItem } from '@/lib/collect/runs'
import { formatLocalTime } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

/** Columns of the table formats: the fields that all upstreams share, and the team's marks. */
export const EXPORT_COLUMNS = [
  'id',
  'time_utc',
  'time',
  'author_id',
  'author_handle',
  'author_name',
  'text',
  'link',
  'new',
  'starred',
  'note',
  'subject',
] as const

/** An item's value in each column; null if it has none. */
export interface ExportRow
  extends Readonly<
    Record<Exclude<(typeof EXPORT_COLUMNS)[number], 'id' | 'new' | 'starred'>, string | null>
  > {
  readonly id: string
  readonly new: boolean | null
  readonly starred: boolean
}

/** Writes a moment as text in a time zone. */
export type LocalTimeFormatter = (at: Date) => string

/** Returns a writer of times as ISO 8601 with the zone's offset at the moment. */
export const createLocalTimeFormatter =
  (timeZone: string): LocalTimeFormatter =>
  (at) =>
    formatLocalTime(at, timeZone)

/** Converts an item to a row. Its times are text, in UTC and in the team's zone. */
export const toExportRow = (
  { id, createdAt, author, text, link, isNew, isStarred, note, subject }: Omit<ExportItem, 'raw'>,
  localTime: LocalTimeFormatter,
): ExportRow => ({
  id,
  time_utc: createdAt,
  time: createdAt === null ? null : localTime(new Date(createdAt)),
  author_id: author.id,
  author_handle: author.handle,
  author_name: author.name,
  text,
  link,
  new: isNew,
  starred: isStarred,
  note,
  subject: subject ?? null,
})

/** An item as a file holds it. */
export interface ExportItem extends Omit<RawItem, 'isNew'> {
  /** Null in a first run, the baseline: all of its items are new, so none is marked. */
  readonly isNew: boolean | null
  readonly isStarred: boolean
  /** Null if there is none. */
  readonly note: string | null
  /** Run that first brought it, among the items of a whole search. */
  readonly runId?: string
  /** Subject of its run. */
  readonly subject?: string
}

type Unmarked = Omit<ExportItem, 'isStarred' | 'note'>

/** Yields a run's items with what is known of their news. */
export async function* withNews(
  { isBaseline, subject }: Pick<RunView, 'isBaseline' | 'subject'>,
  items: AsyncGenerator<RawItem[]>,
): AsyncGenerator<Unmarked[]> {
  for await (const some of items)
    yield some.map((item) => ({ ...item, ...(isBaseline && { isNew: null }), subject }))
}

/** Yields a search's items with their indices in the file. */
export async function* withPlaces(items: AsyncGenerator<SearchItem[]>): AsyncGenerator<Unmarked[]> {
  let place = 0
  for await (const some of items) yield some.map(({ runAt: _, ...item }) => ({ ...item, place: place++ }))
}

/** Adds the team's stars and notes to items. A team without marks pays one small query. */
export async function* addMarksToItems(
  ctx: TeamCtx,
  items: AsyncGenerator<Unmarked[]>,
): AsyncGenerator<ExportItem[]> {
  const isMarked = await hasAnyMark(ctx)
  for await (const some of items) {
    const found = isMarked ? await listMarks(ctx, some.map(idOf)) : []
    const marks = new Map(found.map((mark) => [mark.itemId, mark]))
    yield some.map((item) => {
      const mark = marks.get(item.id)
      return {
        ...item,
        isStarred: mark?.state === 'starred',
        note: mark?.note || null,
      }
    })
  }
}

const idOf = ({ id }: Unmarked): string => id

/** Facts that a file of items states about itself: label and value, in order. */
export type ExportFacts = readonly (readonly [label: string, value: string])[]

const ORDERS: Record<ItemsViewOptions['sort'], string> = {
  bought: 'Order of arrival',
  newest: 'Newest first',
  oldest: 'Oldest first',
  author: 'By author',
}

const WHICH: Record<ItemsViewOptions['only'], string> = {
  all: 'All but hidden ones',
  new: 'New only',
  starred: 'Starred only',
  noted: 'With a note only',
  hidden: 'Hidden only',
}

/** Returns whose items a file holds, which of them and in which order, and when it was made. */
export function describeExport(
  run: RunView,
  view: ItemsViewOptions,
  timeZone: string,
  at: Date,
): ExportFacts {
  const localTime = createLocalTimeFormatter(timeZone)
  return [
    ['Search', run.searchName],
    ['Run', run.id],
    ['Run started (UTC)', run.startedAt.toISOString()],
    ['Run started', localTime(run.startedAt)],
    ['Time zone', timeZone],
    ['Which items', WHICH[view.only]],
    ['Find in these items', view.text],
    ['Order', ORDERS[view.sort]],
    ['Exported (UTC)', at.toISOString()],
    ['Exported', localTime(at)],
  ]
}

/** Returns whose items a file of a whole search holds, and when it was made. */
export function aboutSearch(
  { name }: { readonly name: string },
  { from = '', to = '' }: { readonly from?: string | undefined; readonly to?: string | undefined },
  timeZone: string,
  at: Date,
): ExportFacts {
  return [
    ['Search', name],
    ['Which items', 'Each item once, in the run that first brought it; all but hidden ones'],
    ['Runs from', from],
    ['Runs to', to],
    ['Time zone', timeZone],
    ['Order', 'Newest run first, each in its order of arrival'],
    ['Exported (UTC)', at.toISOString()],
    ['Exported', createLocalTimeFormatter(timeZone)(at)],
  ]
}
