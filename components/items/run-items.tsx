'use client'

import dynamic from 'next/dynamic'
import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import classes from '@/components/runs/runs.module.css'
import { Dimmed, LoadedData, PageNote } from '@/components/ui'
import type { ItemView } from '@/lib/collect/items'
import type { ItemWindow, RunView } from '@/lib/collect/runs'
import { ItemDrawer, NoteEditor } from './dialogs'
import { ItemCards } from './item-cards'
import { toItemColumns } from './item-columns'
import { ItemDetail } from './item-detail'
import type { NextItem } from './items'
import { ItemsControls, type ItemsView, useItemsView } from './items-controls'
import { useItemKeys } from './use-item-keys'
import { type MarkItem, type Marks, useMarking, useMarks } from './use-marks'
import { type ShownItems, useRunItems } from './use-run-items'

// Loaded on demand, because most people look at cards.
const ItemTable = dynamic(() => import('./item-table').then((loaded) => loaded.ItemTable))
const NothingShown = dynamic(() => import('./nothing-shown').then((loaded) => loaded.NoItemsShown))

/** The list's operations for a page that was just bought. */
export interface ItemList {
  /** Takes items from an answer, so that they are not requested again. */
  put(items: readonly ItemView[]): void
  /**
   * Shows the first of the items that come next, unless the list is filtered or in another order: they may then be
   * anywhere.
   */
  showNext(): void
}

interface RunItemsProps {
  readonly ref: Ref<ItemList>
  readonly team: string
  readonly run: RunView
  readonly first: ItemWindow
  /** Number of items that the run has now. */
  readonly count: number
  /** True if some were deleted, so that an item's index in the run is not its index in the list. */
  readonly hasGaps: boolean
  /** False for viewers. */
  readonly mayMark: boolean
  readonly markItem: MarkItem
  /** Content below the list. */
  readonly below: ReactNode
}

/** Lists the items of a run: filtered, in order, as cards or as a table, of any number. The team marks them here. */
export function RunItems({ markItem, ...props }: RunItemsProps) {
  const { team, run, count, first } = props
  const [view, setView] = useItemsView()
  const marks = useMarks(team, first.marks, markItem)
  const { text, only, sort } = view
  const [shown, setShown] = useState<Shown>({ total: count - first.hidden, hidden: first.hidden })
  const status = useRef<HTMLParagraphElement>(null)
  const [resets, setResets] = useState(0)
  useEffect(() => {
    // The button that was pressed is gone with the empty view.
    if (resets > 0) status.current?.focus({ preventScroll: true })
  }, [resets])
  const showAll = () => {
    setView({ text: '', only: 'all' })
    setResets((times) => times + 1)
  }
  const exportHref = (format: string) =>
    `/api/runs/${run.id}/export?${new URLSearchParams({ team, format, text, only, sort })}`
  /** Keeps the focus when the button that had it was hidden with its item. */
  const keepFocus = useCallback(() => {
    if (document.activeElement === document.body) status.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className={classes.items} data-pane={view.view === 'cards' || undefined}>
      <div className={classes.tools}>
        <ItemsControls
          key={resets}
          view={view}
          {...shown}
          status={status}
          exportHref={exportHref}
          onChange={setView}
        />
      </div>
      {/* Another view is another list: nothing loaded for this one helps it. */}
      <LoadedData>
        <Listed
          key={JSON.stringify([text, only, sort])}
          {...props}
          view={view}
          marks={marks}
          keepFocus={keepFocus}
          showAll={showAll}
          onShown={setShown}
        />
      </LoadedData>
    </div>
  )
}

type Shown = Pick<ShownItems, 'total' | 'hidden'>

/** The item whose details are shown: beside the list, or in a drawer where there is no room for that. */
interface Choice {
  /** Its index in the view; null until somebody chooses. */
  readonly index: number | null
  readonly isBeside: boolean
  readonly isOpen: boolean
  /** False if it was only scrolled to after a purchase: reading raw data is logged as a person’s act. */
  readonly isAsked: boolean
}

const NOTHING_CHOSEN: Choice = { index: null, isBeside: false, isOpen: false, isAsked: false }
const NO_NEXT = { index: null, isNear: false }

/** Returns whether an element has a place on the screen, which only a wide one has for details. */
const isShown = (element: HTMLElement | null): boolean => element !== null && element.offsetParent !== null

interface ListedProps extends Omit<RunItemsProps, 'markItem'> {
  readonly view: ItemsView
  readonly marks: Marks
  keepFocus(): void
  showAll(): void
  onShown(shown: Shown): void
}

function Listed({ ref, view, marks, keepFocus, showAll, onShown, ...props }: ListedProps) {
  const { team, run, count, hasGaps } = props
  const [choice, setChoice] = useState<Choice>(NOTHING_CHOSEN)
  const pane = useRef<HTMLElement>(null)
  // The page's items are older than the marks since.
  const first = marks.turn === 0 ? props.first : null
  const items = useRunItems({ team, runId: run.id, view, count, hasGaps, first, marks })
  const { total, hidden } = items
  useEffect(() => onShown({ total, hidden }), [onShown, total, hidden])
  const [next, setNext] = useState<Pick<NextItem, 'index' | 'isNear'>>(NO_NEXT)
  const { put } = items
  // Hidden and deleted items have no index: what comes next is below what is shown now.
  const end = view.text === '' && view.only === 'all' && view.sort === 'bought' ? total : null
  /** Index of the item that a purchase scrolls to; null if none. */
  const bought = useRef<number | null>(null)
  const showNext = useCallback(() => {
    bought.current = end
    setNext({ index: end, isNear: false })
  }, [end])
  useImperativeHandle(ref, () => ({ put, showNext }), [put, showNext])
  const choose = useCallback((index: number) => {
    const isBeside = isShown(pane.current)
    const isAsked = bought.current !== index
    setChoice((known) =>
      known.index === index && known.isBeside === isBeside && (known.isAsked || !isAsked)
        ? known
        : { index, isBeside, isOpen: false, isAsked },
    )
  }, [])
  const open = useCallback((index: number) => {
    const isBeside = isShown(pane.current)
    setChoice({ index, isBeside, isOpen: !isBeside, isAsked: true })
    if (isBeside) pane.current?.focus({ preventScroll: true })
  }, [])
  useItemKeys({
    chosen: choice.index,
    total: total ?? 0,
    pane,
    open,
    go: (index) => setNext({ index, isNear: true }),
  })
  const showedNext = () => {
    bought.current = null
    setNext(NO_NEXT)
  }
  const { marking, editor } = useMarking(marks, view, items.reload, keepFocus)
  const columns = useMemo(() => toItemColumns(view.columns), [view.columns])
  const list = {
    items,
    total: total ?? 0,
    marks: marks.known,
    marking: props.mayMark ? marking : null,
    next: { ...next, onShown: showedNext },
    chosen: choice.index,
    onChoose: choose,
    onOpen: open,
  }
  const item = items.at(choice.index ?? 0) ?? null
  const detail = {
    team,
    runId: run.id,
    mark: item ? marks.known.get(item.id) : undefined,
  }
  return (
    <>
      <div className={classes.listed}>
        {items.isFailed && (
          <PageNote tone="bad" lead="Some items could not be loaded.">
            They are stored. Scroll or reload the page to load them again.
          </PageNote>
        )}
        {total === 0 && count > 0 && (
          <NothingShown view={view} isBaseline={run.isBaseline} showAll={showAll} />
        )}
        {list.total > 0 &&
          (view.view === 'table' ? <ItemTable {...list} columns={columns} /> : <ItemCards {...list} />)}
        {props.below}
      </div>
      {view.view === 'cards' && item && (
        <section ref={pane} tabIndex={-1} className={classes.pane} aria-label="The chosen item">
          <ItemDetail {...detail} item={item} isRaw={choice.isAsked && choice.isBeside} />
          {!choice.isAsked && (
            <Dimmed mt="sm">
              Choose an item to see everything that was received. <kbd>j</kbd> and <kbd>k</kbd> move, Enter
              opens.
            </Dimmed>
          )}
        </section>
      )}
      <ItemDrawer
        {...detail}
        item={choice.isOpen ? item : null}
        onClose={() => setChoice((known) => ({ ...known, isOpen: false }))}
      />
      <NoteEditor {...editor} />
    </>
  )
}
