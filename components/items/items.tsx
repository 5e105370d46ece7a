import type { Virtualizer } from '@tanstack/react-virtual'
import classes from '@/components/runs/runs.module.css'
import type { ItemView, MarkView } from '@/lib/collect/items'
import { itemAuthor } from './item-parts'
import type { Marking } from './use-marks'
import type { ShownItems } from './use-run-items'

/** An item that was requested and is not shown yet, by its index. */
export interface NextItem {
  readonly index: number | null
  /** True if it may stay where it is as long as all of it is in sight. */
  readonly isNear: boolean
  /** Called when it is shown. */
  onShown(): void
}

export interface ItemsProps {
  readonly items: ShownItems
  /** Number of items. */
  readonly total: number
  /** The team's marks, by item. */
  readonly marks: ReadonlyMap<string, MarkView>
  /** Null for viewers. */
  readonly marking: Marking | null
  readonly next: NextItem
  /** Index of the item whose details are shown; null if none is chosen. */
  readonly chosen: number | null
  /** Chooses the item at an index. It must stay the same, or every item is rendered again. */
  onChoose(index: number): void
  /** Chooses the item at an index and opens its details. It must stay the same, too. */
  onOpen(index: number): void
}

export interface ItemProps extends Pick<ItemsProps, 'onOpen' | 'marking'> {
  readonly item: ItemView
  /** Its index in the list. */
  readonly index: number
  readonly mark: MarkView | undefined
}

export type WindowVirtualizer = Virtualizer<Window, Element>

/** Links to an item at its source, if it has a link. */
export function ItemLink({ item }: { readonly item: Pick<ItemView, 'link'> }) {
  if (item.link === null) return null
  return (
    <a className={classes.link} href={item.link} target="_blank" rel="noopener noreferrer nofollow">
      Open original
    </a>
  )
}

/** Says that no earlier run of this search had this item. */
export function NewItemBadge({ item }: { readonly item: ItemView }) {
  return item.isNew ? <span className={classes.fresh}>New</span> : null
}

/** Opens the details of an item. */
export function DetailsButton({ item, index, onOpen }: Pick<ItemProps, 'item' | 'index' | 'onOpen'>) {
  return (
    <button
      type="button"
      className={classes.raw}
      aria-label={`Details of item ${item.place + 1} by ${itemAuthor(item)}`}
      onClick={() => onOpen(index)}
    >
      Details
    </button>
  )
}
