import type { Virtualizer } from '@tanstack/react-virtual'
import type { ItemView } from '@/lib/items'
import { formatMoment } from '@/lib/kernel'
import classes from './runs.module.css'
import type { ShownItems } from './use-run-items'

export interface ItemsProps {
  readonly items: ShownItems
  /** How many there are. */
  readonly total: number
  readonly timeZone: string
  /** Shows all that came of the item at a place. It must not change, or every item is rendered again. */
  onRaw(place: number): void
}

export interface ItemProps extends Pick<ItemsProps, 'onRaw'> {
  readonly item: ItemView
  readonly timeZone: string
}

export type WindowVirtualizer = Virtualizer<Window, Element>

export const authorOf = ({ author }: ItemView): string =>
  author.name ?? author.handle ?? author.id ?? 'Unknown'

export const handleOf = ({ author }: ItemView): string => (author.handle === null ? '' : `@${author.handle}`)

export const timeOf = ({ createdAt }: ItemView, timeZone: string): string =>
  createdAt === null ? 'Time unknown' : formatMoment(new Date(createdAt), timeZone)

/** The way to an item at its source, where it has one. */
export function ItemLink({ item }: { readonly item: ItemView }) {
  if (item.link === null) return null
  return (
    <a className={classes.link} href={item.link} target="_blank" rel="noopener noreferrer nofollow">
      Open at its source
    </a>
  )
}

/** Says that no run of this search had brought an item before. */
export function NewMark({ item }: { readonly item: ItemView }) {
  return item.isNew ? <span className={classes.fresh}>New</span> : null
}

/** The way to all that the upstream sent of an item. */
export function RawButton({ item, onRaw }: Pick<ItemProps, 'item' | 'onRaw'>) {
  return (
    <button
      type="button"
      className={classes.raw}
      aria-label={`Raw JSON of item ${item.id}`}
      onClick={() => onRaw(item.place)}
    >
      Raw
    </button>
  )
}
