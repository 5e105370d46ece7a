import { formatMoment } from '@/lib/kernel'
import type { ItemView } from '@/lib/runs'
import classes from './runs.module.css'

export interface ItemsProps {
  readonly items: readonly ItemView[]
  readonly timeZone: string
  /** Shows all that came of the item at a place. It must not change, or every item is rendered again. */
  onRaw(place: number): void
}

export interface ItemProps extends Pick<ItemsProps, 'onRaw'> {
  readonly item: ItemView
  /** In the run, from 0. */
  readonly place: number
  readonly timeZone: string
}

export const authorOf = ({ author }: ItemView): string =>
  author.name ?? author.handle ?? author.id ?? 'Unknown'

export const handleOf = ({ author }: ItemView): string => (author.handle === null ? '' : `@${author.handle}`)

export const timeOf = ({ createdAt }: ItemView, timeZone: string): string =>
  createdAt === null ? 'Time unknown' : formatMoment(new Date(createdAt), timeZone)

/** An upstream may send the same id twice, and both were paid for: the place tells them apart. Items are only added. */
export const keyed = (items: readonly ItemView[]) =>
  items.map((item, place) => ({ key: `${place}-${item.id}`, item, place }))

/** The way to an item at its source, where it has one. */
export function ItemLink({ item }: { readonly item: ItemView }) {
  if (item.link === null) return null
  return (
    <a className={classes.link} href={item.link} target="_blank" rel="noopener noreferrer nofollow">
      Open at its source
    </a>
  )
}

/** The way to all that the upstream sent of an item. */
export function RawButton({ item, place, onRaw }: Pick<ItemProps, 'item' | 'place' | 'onRaw'>) {
  return (
    <button
      type="button"
      className={classes.raw}
      aria-label={`Raw JSON of item ${item.id}`}
      onClick={() => onRaw(place)}
    >
      Raw
    </button>
  )
}
