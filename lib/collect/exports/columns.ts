import { writeLocalTime } from '@/lib/platform/calendar'
import type { ExportItem } from './marked-items'

/** Columns of the table formats: the fields that all upstreams share, and the team's marks. */
export const COLUMNS = [
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
] as const

/** An item's value in each column; null if it has none. */
export interface ExportRow
  extends Readonly<Record<Exclude<(typeof COLUMNS)[number], 'id' | 'new' | 'starred'>, string | null>> {
  readonly id: string
  readonly new: boolean | null
  readonly starred: boolean
}

/** Writes a moment as text in a time zone. */
export type LocalTime = (at: Date) => string

/** Returns a writer of times as ISO 8601 with the zone's offset at the moment. */
export const localTimeOf =
  (timeZone: string): LocalTime =>
  (at) =>
    writeLocalTime(at, timeZone)

/** Converts an item to a row. Its times are text, in UTC and in the team's zone. */
export const rowOf = (
  { id, createdAt, author, text, link, isNew, isStarred, note }: Omit<ExportItem, 'raw'>,
  localTime: LocalTime,
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
})
