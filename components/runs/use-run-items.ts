'use client'

import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { ItemView, View } from '@/lib/items'
import type { ItemWindow } from '@/lib/runs'

/** The items of a view, of which only those that were looked at are in the browser. */
export interface ShownItems {
  /** How many the view shows; null until the server has counted them. */
  readonly total: number | null
  readonly isFailed: boolean
  /** The item at an index of the view; undefined until it has come. */
  at(index: number): ItemView | undefined
  /** Sees to it that the items from `from` to `to` come. */
  need(from: number, to: number): void
  /** Puts items that came by another way in their places. */
  put(items: readonly ItemView[]): void
}

interface Source {
  readonly team: string
  readonly runId: string
  readonly view: View
  /** How many items the run has by now. */
  readonly count: number
  /** Whether some were deleted, so that an item's place is not its index. */
  readonly hasGaps: boolean
  /** The first of them, as the page brought them. */
  readonly first: readonly ItemView[]
}

const CHUNK = 100

const isPlain = ({ text, only, sort }: View): boolean => text === '' && only === 'all' && sort === 'bought'

/** Keeps the items that were looked at and asks for others by hundreds: a run may have any number of them. */
export function useRunItems({ team, runId, view, count, hasGaps, first }: Source): ShownItems {
  const { text, only, sort } = view
  const plain = isPlain(view) && !hasGaps
  const [, redraw] = useReducer((turn: number) => turn + 1, 0)
  const [counted, setCounted] = useState<number | null>(null)
  const [isFailed, setFailed] = useState(false)
  const items = useRef(new Map<number, ItemView>())
  const loading = useRef(new Set<number>())
  const looked = useRef({ from: 0, to: CHUNK })
  const total = plain ? count : counted
  const totalNow = useRef(total)
  totalNow.current = total
  if (plain && items.current.size === 0) for (const item of first) items.current.set(item.place, item)

  const load = useCallback(
    async (chunk: number): Promise<void> => {
      if (loading.current.has(chunk)) return
      loading.current.add(chunk)
      try {
        const query = { team, from: String(chunk * CHUNK), count: String(CHUNK), text, only, sort }
        const answer = await fetch(`/api/runs/${runId}/items?${new URLSearchParams(query)}`)
        if (!answer.ok) throw new Error(String(answer.status))
        const window: ItemWindow = await answer.json()
        for (const [at, item] of window.items.entries()) items.current.set(chunk * CHUNK + at, item)
        setCounted(window.total)
        setFailed(false)
        redraw()
      } catch {
        setFailed(true)
      } finally {
        loading.current.delete(chunk)
      }
    },
    [team, runId, text, only, sort],
  )

  const need = useCallback(
    (from: number, to: number): void => {
      looked.current = { from, to }
      const end = Math.min(to, totalNow.current ?? to)
      for (let chunk = Math.floor(from / CHUNK); chunk * CHUNK < end; chunk++) {
        if (!isWhole(items.current, chunk, end)) void load(chunk)
      }
    },
    [load],
  )

  const put = useCallback(
    (came: readonly ItemView[]): void => {
      if (plain) for (const item of came) items.current.set(item.place, item)
    },
    [plain],
  )

  // A view that is not as the items came has to be made anew when more have come.
  useEffect(() => {
    if (plain || count < 0) return
    const { from, to } = looked.current
    for (let chunk = Math.floor(from / CHUNK); chunk * CHUNK < to; chunk++) void load(chunk)
  }, [plain, count, load])

  return useMemo(
    () => ({ total, isFailed, at: (index: number) => items.current.get(index), need, put }),
    [total, isFailed, need, put],
  )
}

function isWhole(items: ReadonlyMap<number, ItemView>, chunk: number, total: number): boolean {
  const end = Math.min((chunk + 1) * CHUNK, total)
  for (let index = chunk * CHUNK; index < end; index++) if (!items.has(index)) return false
  return true
}
