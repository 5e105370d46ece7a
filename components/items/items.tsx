import type { Virtualizer } from '@tanstack/react-virtual'
import classes from '@/components/runs/runs.module.css'
import type { ItemView, MarkView } from '@/lib/collect/items'
import type { Marking } from './use-marks'
import type { ShownItems } from './use-run-items'

/** An item that was requested and is not shown yet, by its index. */
export interface NextItem {
  readonly index: number | null
  /** Called when it is shown. */
  onShown(): void
}

export interface ItemsProps {
  readonly items: ShownItems
  /** Number of items. */
  readonly total: number
  readonly timeZone: string
  /** The team's marks, by item. */
  readonly marks: ReadonlyMap<string, MarkView>
  /** Null for viewers. */
  readonly marking: Marking | null
  readonly next: NextItem
  /** Shows the raw item at an index. It must stay the same, or every item is rendered again. */
  onRaw(index: number): void
}

export interface ItemProps extends Pick<ItemsProps, 'onRaw' | 'marking'> {
  readonly item: ItemView
  readonly mark: MarkView | undefined
  readonly timeZone: string
}

export type WindowVirtualizer = Virtualizer<Window, Element>

/** Links to an item at its source, if it has a link. */
export function ItemLink({ item }: { readonly item: Pick<ItemView, 'link'> }) {
  if (item.link === null) return null
  return (
    <a className={classes.link} href={item.link} target="_blank" rel="noopener noreferrer nofollow">
      Open at its source
    </a>
  )
}

/** Says that no earlier run of this search had this item. */
export function NewItemBadge({ item }: { readonly item: ItemView }) {
  return item.isNew ? <span className={classes.fresh}>New</span> : null
}

/** Links to everything that the upstream sent about an item. */
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
