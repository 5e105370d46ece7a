'use client'

import { Text } from '@mantine/core'
import { measureElement, useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  Author,
  ItemLink,
  ItemText,
  MarkWords,
  NewMark,
  NoteText,
  type ShownItems,
  timeOf,
  useRunItems,
} from '@/components/runs'
import type { ItemView, MarkView, View } from '@/lib/collect/items'
import type { Marks } from '../items/use-marks'
import classes from './deck.module.css'

interface DeckItemsProps {
  readonly team: string
  readonly runId: string
  /** Name of the search. */
  readonly name: string
  /** Number of items that the run has now. */
  readonly count: number
  readonly sort: View['sort']
  readonly timeZone: string
}

const HEIGHT = 110
const OVERSCAN = 6
/** Size for what the server renders, and the browser before it has measured anything. */
const FIRST_RECT = { width: 320, height: 500 }

/** Lists the items of a column's run. The list scrolls separately and mounts only the visible ones. */
export function DeckItems({ team, runId, name, count, sort, timeZone }: DeckItemsProps) {
  // Items of an older run may have been deleted, so their number is requested.
  const view = { text: '', only: 'all', sort } as const
  const marks = useSeenMarks()
  const items = useRunItems({ team, runId, view, count, hasGaps: true, first: null, marks })
  const total = items.total ?? 0
  return (
    <>
      {items.isFailed && (
        <Text size="sm" role="status">
          Some items could not be loaded. They are stored: scroll to load them again.
        </Text>
      )}
      {total > 0 && (
        <ScrolledItems items={items} total={total} name={name} timeZone={timeZone} marks={marks.known} />
      )}
    </>
  )
}

interface ScrolledItemsProps extends Pick<DeckItemsProps, 'name' | 'timeZone'> {
  readonly items: ShownItems
  readonly total: number
  /** The team's marks, by item. */
  readonly marks: ReadonlyMap<string, MarkView>
}

function ScrolledItems({ items, total, marks, name, timeZone }: ScrolledItemsProps) {
  const scroll = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: total,
    getScrollElement: () => scroll.current,
    estimateSize: () => HEIGHT,
    overscan: OVERSCAN,
    initialRect: FIRST_RECT,
    // A browser that captures the whole page has no window for a moment, and rows of one letter a line must not be
    // measured.
    measureElement: (row, entry, list) =>
      list.scrollElement?.clientHeight
        ? measureElement(row, entry, list)
        : (list.measurementsCache[list.indexFromElement(row)]?.size ?? HEIGHT),
  })
  const shown = virtualizer.getVirtualItems()
  const [from, to] = [shown[0]?.index ?? 0, (shown.at(-1)?.index ?? -1) + 1]
  useEffect(() => {
    if (to > from) items.need(from, to)
  }, [items, from, to])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <section ref={scroll} className={classes.scroll} tabIndex={0} aria-label={`Items of ${name}, scrollable`}>
      <ol
        className={classes.list}
        aria-label={`Items of ${name}`}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {shown.map(({ index, start }) => {
          const item = items.at(index)
          return (
            <li
              key={index}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes.place}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              {item ? (
                <DeckItem item={item} mark={marks.get(item.id)} timeZone={timeZone} />
              ) : (
                <div className={classes.waiting}>Loading…</div>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

interface DeckItemProps {
  readonly item: ItemView
  readonly mark: MarkView | undefined
  readonly timeZone: string
}

/**
 * Shows an item in a narrow column, with the team's mark, which is set on the run's page. Its text is somebody else's:
 * shown as text, never as markup.
 */
const DeckItem = memo(function DeckItem({ item, mark, timeZone }: DeckItemProps) {
  return (
    <>
      <div className={classes.head}>
        <span className={classes.author}>
          <Author item={item} handleClass={classes.quiet} />
        </span>
        <span className={classes.quiet}>
          <MarkWords mark={mark} /> <NewMark item={item} /> {timeOf(item, timeZone)}
        </span>
      </div>
      <ItemText item={item} />
      {mark && mark.note !== '' && (
        <div className={classes.note}>
          <span className={classes.quiet}>Note</span>
          <NoteText mark={mark} />
        </div>
      )}
      <ItemLink item={item} />
    </>
  )
})

/** Holds the marks on loaded items, for a list without mark buttons: the server's last answer is right. */
function useSeenMarks(): Pick<Marks, 'known' | 'take' | 'turn'> {
  const [known, setKnown] = useState<ReadonlyMap<string, MarkView>>(() => new Map())
  const take = useCallback<Marks['take']>((itemIds, marks) => {
    setKnown((before) => {
      if (before.size === 0 && marks.length === 0) return before
      const next = new Map(before)
      for (const id of itemIds) next.delete(id)
      for (const mark of marks) next.set(mark.itemId, mark)
      return next
    })
  }, [])
  return useMemo(() => ({ known, take, turn: 0 }), [known, take])
}
