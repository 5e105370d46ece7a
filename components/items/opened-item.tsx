'use client'

import { OpenedDialog, useLazyDialog } from '@/components/ui'
import type { ItemView } from '@/lib/collect/items'
import { ItemDetail, type ItemDetailProps } from './item-detail'
import { itemAuthor } from './item-parts'

interface OpenedItemProps extends Omit<ItemDetailProps, 'item' | 'isRaw'> {
  /** Item to show; null: closed. */
  readonly item: ItemView | null
  onClose(): void
}

/** Shows one item in a drawer. */
export function OpenedItem({ item: wanted, onClose, ...detail }: OpenedItemProps) {
  const item = useLazyDialog(wanted).input
  return (
    <OpenedDialog
      place="side"
      size="lg"
      isOpen={item !== null}
      onClose={onClose}
      title={item ? `Item ${item.place + 1} by ${itemAuthor(item)}` : ''}
    >
      {item && <ItemDetail item={item} isRaw {...detail} />}
    </OpenedDialog>
  )
}
