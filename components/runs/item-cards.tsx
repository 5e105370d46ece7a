'use client'

import { memo } from 'react'
import { PlainText } from '@/components/ui'
import {
  authorOf,
  handleOf,
  ItemLink,
  type ItemProps,
  type ItemsProps,
  NewMark,
  RawButton,
  timeOf,
} from './items'
import classes from './runs.module.css'
import { useItemWindow } from './use-item-window'

const HEIGHT = 118

/** Items as cards, of which those in sight are in the page. Their texts are somebody else's: shown as text, never as markup. */
export function ItemCards({ items, total, timeZone, onRaw }: ItemsProps) {
  const { list, virtualizer } = useItemWindow<HTMLOListElement>(items, total, HEIGHT)
  return (
    <ol ref={list} className={classes.list} aria-label="Items" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const item = items.at(index)
        return (
          <li
            key={index}
            ref={virtualizer.measureElement}
            data-index={index}
            className={classes.place}
            aria-setsize={total}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
          >
            {item ? (
              <ItemCard item={item} timeZone={timeZone} onRaw={onRaw} />
            ) : (
              <div className={classes.waiting}>Loading…</div>
            )}
          </li>
        )
      })}
    </ol>
  )
}

interface ItemCardProps extends Omit<ItemProps, 'onRaw'> {
  /** Without it there is no way to all that came of the item. */
  readonly onRaw?: ItemProps['onRaw']
}

/** An item as a card. Its handlers must not change, or it is rendered again with every item that comes. */
export const ItemCard = memo(function ItemCard({ item, timeZone, onRaw }: ItemCardProps) {
  return (
    <div className={classes.item}>
      <div className={classes.head}>
        <span className={classes.author} dir="auto">
          {authorOf(item)} <span className={classes.handle}>{handleOf(item)}</span>
        </span>
        <span className={classes.time}>
          <NewMark item={item} /> {timeOf(item, timeZone)}
        </span>
      </div>
      <PlainText>{item.text}</PlainText>
      <ItemLink item={item} /> {onRaw && <RawButton item={item} onRaw={onRaw} />}
    </div>
  )
})
