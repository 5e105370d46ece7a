'use client'

import { Alert } from '@mantine/core'
import dynamic from 'next/dynamic'
import { type Ref, useCallback, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react'
import type { Action } from '@/components/forms'
import { LoadedData } from '@/components/ui'
import type { ItemView } from '@/lib/collect/items'
import type { ItemWindow, RawView, RunView } from '@/lib/collect/runs'
import { NoteEditor, RawDrawer } from './dialogs'
import { ItemCards } from './item-cards'
import { toItemColumns } from './item-columns'
import { ItemsControls, type ItemsView, useItemsView } from './items-controls'

import { type MarkItem, type Marks, useMarking, useMarks } from './use-marks'
import { type ShownItems, useRunItems } from './use-run-items'

// Loaded on demand, because most people look at cards.
const ItemTable = dynamic(() => import('./item-table').then((loaded) => loaded.ItemTable))
const NothingShown = dynamic(() => import('./nothing-shown').then((loaded) => loaded.NoItemsShown))

export interface RawItemInput {
  team: string
  runId: string
  place: number
}

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
  readonly timeZone: string
  /** False for viewers. */
  readonly mayMark: boolean
  readonly readRaw: Action<RawItemInput, RawView>
  readonly markItem: MarkItem
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
    <>
      <ItemsControls
        key={resets}
        view={view}
        {...shown}
        status={status}
        exportHref={exportHref}
        onChange={setView}
      />
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
    </>
  )
}

type Shown = Pick<ShownItems, 'total' | 'hidden'>

interface ListedProps extends Omit<RunItemsProps, 'markItem'> {
  readonly view: ItemsView
  readonly marks: Marks
  keepFocus(): void
  showAll(): void
  onShown(shown: Shown): void
}

function Listed({ ref, view, marks, keepFocus, showAll, onShown, ...props }: ListedProps) {
  const { team, run, count, hasGaps, timeZone } = props
  const [raw, setRaw] = useState<RawItemInput | null>(null)
  // The page's items are older than the marks since.
  const first = marks.turn === 0 ? props.first : null
  const items = useRunItems({ team, runId: run.id, view, count, hasGaps, first, marks })
  const { total, hidden } = items
  useEffect(() => onShown({ total, hidden }), [onShown, total, hidden])
  const [next, setNext] = useState<number | null>(null)
  const { put } = items
  // Hidden and deleted items have no index: what comes next stands below what is shown now.
  const end = view.text === '' && view.only === 'all' && view.sort === 'bought' ? total : null
  useImperativeHandle(ref, () => ({ put, showNext: () => setNext(end) }), [put, end])
  const showRaw = useCallback(
    (index: number) => setRaw({ team, runId: run.id, place: index }),
    [team, run.id],
  )
  const { marking, editor } = useMarking(marks, view, items.reload, keepFocus)
  const columns = useMemo(() => toItemColumns(view.columns), [view.columns])
  const list = {
    items,
    total: total ?? 0,
    timeZone,
    marks: marks.known,
    onRaw: showRaw,
    marking: props.mayMark ? marking : null,
    next: { index: next, onShown: () => setNext(null) },
  }
  return (
    <>
      {items.isFailed && (
        <Alert color="orange" title="Some items could not be loaded">
          They are stored. Scroll, or reload the page, to load them again.
        </Alert>
      )}
      {total === 0 && count > 0 && <NothingShown view={view} isBaseline={run.isBaseline} showAll={showAll} />}
      {list.total > 0 &&
        (view.view === 'table' ? <ItemTable {...list} columns={columns} /> : <ItemCards {...list} />)}
      <RawDrawer
        input={raw}
        title="The item, as received"
        read={props.readRaw}
        onClose={() => setRaw(null)}
      />
      <NoteEditor {...editor} timeZone={timeZone} />
    </>
  )
}
