'use client'

import classes from '@/components/runs/runs.module.css'
import { ItemCard } from './item-card'
import type { ItemsProps } from './items'
import { useItemWindow, useScrollToItem } from './use-item-window'

const HEIGHT = 126

/**
 * Lists items as cards; only the visible ones are mounted. Their texts are untrusted: shown as text, never as markup.
 */
export function ItemCards({ items, total, marks, next, chosen, onChoose, ...shown }: ItemsProps) {
  const { list, virtualizer, up } = useItemWindow<HTMLOListElement>(items, total, HEIGHT)
  useScrollToItem(list, virtualizer, next)
  return (
    <ol ref={list} className={classes.list} aria-label="Items" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const item = up.has(index) ? items.at(index) : undefined
        return (
          <li
            key={index}
            ref={item && virtualizer.measureElement}
            data-index={index}
            tabIndex={index === (chosen ?? 0) ? 0 : -1}
            onFocus={() => onChoose(index)}
            onMouseDown={() => onChoose(index)}
            data-chosen={index === chosen || undefined}
            className={classes.place}
            aria-setsize={total}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start - virtualizer.options.scrollMargin}px)` }}
          >
            {item ? (
              <ItemCard item={item} index={index} mark={marks.get(item.id)} {...shown} />
            ) : (
              <div className={classes.waiting}>Loading…</div>
            )}
          </li>
        )
      })}
    </ol>
  )
}
