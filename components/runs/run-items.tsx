'use client'

import { Alert } from '@mantine/core'
import { type Ref, useCallback, useEffect, useImperativeHandle, useState } from 'react'
import type { Action } from '@/components/forms'
import type { ItemView } from '@/lib/items'
import type { RawView, RunView } from '@/lib/runs'
import { ItemCards } from './item-cards'
import { ItemTable } from './item-table'
import { ItemsControls, useItemsView } from './items-controls'
import { RawDrawer } from './raw-drawer'
import { type ShownItems, useRunItems } from './use-run-items'

export interface RawItemInput {
  team: string
  runId: string
  place: number
}

interface RunItemsProps {
  /** Takes items that come with an answer, so that they are not asked for once more. */
  readonly ref: Ref<Pick<ShownItems, 'put'>>
  readonly team: string
  readonly run: RunView
  readonly first: readonly ItemView[]
  /** How many items the run has by now. */
  readonly count: number
  /** Whether some were deleted, so that an item's place is not its index. */
  readonly hasGaps: boolean
  readonly timeZone: string
  readonly readRaw: Action<RawItemInput, RawView>
}

/** The items of a run: filtered, in order, as cards or as a table, of any number. */
export function RunItems(props: RunItemsProps) {
  const { team, run, count } = props
  const [view, setView] = useItemsView()
  const { text, only, sort } = view
  const [total, setTotal] = useState<number | null>(count)
  const exportHref = (format: string) =>
    `/api/runs/${run.id}/export?${new URLSearchParams({ team, format, text, only, sort })}`
  return (
    <>
      <ItemsControls view={view} total={total} exportHref={exportHref} onChange={setView} />
      {/* Another view is another list: what was loaded for this one is of no use to it. */}
      <Listed key={JSON.stringify([text, only, sort])} {...props} view={view} onTotal={setTotal} />
    </>
  )
}

interface ListedProps extends RunItemsProps {
  readonly view: ReturnType<typeof useItemsView>[0]
  onTotal(total: number | null): void
}

function Listed({ ref, team, run, first, count, hasGaps, timeZone, readRaw, view, onTotal }: ListedProps) {
  const [raw, setRaw] = useState<RawItemInput | null>(null)
  const items = useRunItems({ team, runId: run.id, view, count, hasGaps, first })
  useEffect(() => onTotal(items.total), [onTotal, items.total])
  useImperativeHandle(ref, () => ({ put: items.put }), [items.put])
  const showRaw = useCallback((place: number) => setRaw({ team, runId: run.id, place }), [team, run.id])
  const List = view.view === 'table' ? ItemTable : ItemCards
  const total = items.total ?? 0
  return (
    <>
      {items.isFailed && (
        <Alert color="orange" title="Some items could not be loaded">
          They are stored. Scroll, or reload the page, to ask for them again.
        </Alert>
      )}
      {total > 0 && <List items={items} total={total} timeZone={timeZone} onRaw={showRaw} />}
      <RawDrawer input={raw} title="The item, as it came" read={readRaw} onClose={() => setRaw(null)} />
    </>
  )
}
