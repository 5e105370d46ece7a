'use client'

import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { ItemView, View } from '@/lib/collect/items'
import type { ItemWindow } from '@/lib/collect/runs'
import type { Marks } from './use-marks'

/** The items of a view; the browser holds only those that were shown. */
export interface ShownItems {
  /** How many the view shows; null until the server has counted them. */
  readonly total: number | null
  readonly isFailed: boolean
  /** The item at an index of the view; undefined until it is loaded. */
  at(index: number): ItemView | undefined
  /** Requests the items from `from` to `to`. */
  need(from: number, to: number): void
  /** How many the view leaves out because they are hidden. */
  readonly hidden: number
  /** Puts items from another source in their places. */
  put(items: readonly ItemView[]): void
  /** Requests the visible items again: the view's content has changed. */
  reload(): Promise<void>
}

interface Source {
  readonly team: string
  readonly runId: string
  readonly view: View
  /** How many items the run has now. */
  readonly count: number
  /** Whether some were deleted, so that an item's place is not its index. */
  readonly hasGaps: boolean
  /** The first of them in original order, from the page; null if that is too old. */
  readonly first: ItemWindow | null
  /** Gets the marks on new items; absent on pages without marks. */
  readonly marks?: Pick<Marks, 'take' | 'turn'>
}

const CHUNK = 100
const UNSEEN = { turn: 0, take: () => undefined }

const isPlain = ({ text, only, sort }: View): boolean => text === '' && only === 'all' && sort === 'bought'

/** Keeps the items that were shown and requests others by hundreds: a run may have any number of them. */
export function useRunItems({
  team,
  runId,
  view,
  count,
  hasGaps,
  first,
  marks = UNSEEN,
}: Source): ShownItems {
  const { text, only, sort } = view
  const plain = isPlain(view) && !hasGaps
  const [, redraw] = useReducer((turn: number) => turn + 1, 0)
  const [counted, setCounted] = useState<number | null>(null)
  const [hidden, setHidden] = useState((plain && first?.hidden) || 0)
  const [isFailed, setFailed] = useState(false)
  const [items] = useState(() => new Map(plain ? first?.items.entries() : undefined))
  const loading = useRef(new Set<number>())
  /** Requests from before the latest reload are obsolete. */
  const reloads = useRef(0)
  const isMarked = useRef(first?.isMarked ?? true)
  const looked = useRef({ from: 0, to: CHUNK })
  const total = plain ? Math.max(0, count - hidden) : counted
  const totalNow = useRef(total)
  totalNow.current = total
  const turn = useRef(marks.turn)
  turn.current = marks.turn
  const { take } = marks

  const load = useCallback(
    async (chunk: number): Promise<void> => {
      if (loading.current.has(chunk)) return
      const asked = loading.current
      asked.add(chunk)
      const since = { reloads: reloads.current, turn: turn.current }
      try {
        const query = { team, from: String(chunk * CHUNK), count: String(CHUNK), text, only, sort }
        const answer = await fetch(`/api/runs/${runId}/items?${new URLSearchParams(query)}`)
        if (!answer.ok) throw new Error(String(answer.status))
        const window: ItemWindow = await answer.json()
        if (since.reloads !== reloads.current) return
        for (let at = 0; at < CHUNK; at++) putAt(items, chunk * CHUNK + at, window.items[at])
        take(window.items.map(idOf), window.marks, since.turn)
        isMarked.current = window.isMarked
        setCounted(window.total)
        setHidden(window.hidden)
        setFailed(false)
        redraw()
      } catch {
        setFailed(true)
      } finally {
        asked.delete(chunk)
      }
    },
    [team, runId, text, only, sort, items, take],
  )

  const need = useCallback(
    (from: number, to: number): void => {
      looked.current = { from, to }
      const end = Math.min(to, totalNow.current ?? to)
      for (let chunk = Math.floor(from / CHUNK); chunk * CHUNK < end; chunk++) {
        if (!isWhole(items, chunk, end)) void load(chunk)
      }
    },
    [items, load],
  )

  const reload = useCallback(async (): Promise<void> => {
    reloads.current++
    loading.current = new Set()
    const chunks = chunksOf(looked.current)
    for (const index of items.keys()) if (!chunks.includes(Math.floor(index / CHUNK))) items.delete(index)
    await Promise.all(chunks.map(load))
  }, [items, load])

  const put = useCallback(
    (came: readonly ItemView[]): void => {
      // If the team has marks, these may be hidden or marked, so they are requested.
      if (plain && !isMarked.current && turn.current === 0)
        for (const item of came) items.set(item.place, item)
    },
    [plain, items],
  )

  // A view in another order must be built again when more items arrive.
  useEffect(() => {
    if (plain || count < 0) return
    for (const chunk of chunksOf(looked.current)) void load(chunk)
  }, [plain, count, load])

  return useMemo(
    () => ({ total, hidden, isFailed, at: (index: number) => items.get(index), need, put, reload }),
    [total, hidden, isFailed, items, need, put, reload],
  )
}

const idOf = ({ id }: ItemView): string => id

function putAt(items: Map<number, ItemView>, index: number, item: ItemView | undefined): void {
  if (item) items.set(index, item)
  else items.delete(index)
}

/** The hundreds that hold the places from `from` to `to`. */
function chunksOf({ from, to }: { readonly from: number; readonly to: number }): number[] {
  const first = Math.floor(from / CHUNK)
  return Array.from({ length: Math.max(1, Math.ceil(to / CHUNK) - first) }, (_, at) => first + at)
}

function isWhole(items: ReadonlyMap<number, ItemView>, chunk: number, total: number): boolean {
  const end = Math.min((chunk + 1) * CHUNK, total)
  for (let index = chunk * CHUNK; index < end; index++) if (!items.has(index)) return false
  return true
}
