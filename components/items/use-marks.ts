'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { type Refusal, showFailureMessage } from '@/components/ui'
import type { ItemView, MarkView } from '@/lib/collect/items'

/** The parts to set on an item's mark; omitted fields stay as they are. */
export interface MarkChange {
  state?: MarkView['state']
  note?: string
}

export type MarkItem = Action<{ team: string; itemId: string } & MarkChange, MarkView>

export interface Marks {
  /** Known marks, by item. */
  readonly known: ReadonlyMap<string, MarkView>
  /** Counts the changes made here; what was loaded earlier is older. */
  readonly turn: number
  /** Takes the marks of new items; marks that were set here since a turn are newer. */
  take(itemIds: readonly string[], marks: readonly MarkView[], since: number): void
  /** Marks an item. Returns why it failed. Stars and hiding show before the answer. */
  mark(itemId: string, change: MarkChange): Promise<Refusal | null>
}

const NOTHING = { state: 'none', note: '', byName: '', at: '' } as const

/** Holds the marks on the items that this page shows. */
export function useMarks(team: string, first: readonly MarkView[], markItem: MarkItem): Marks {
  const [known, setKnown] = useState<ReadonlyMap<string, MarkView>>(() => byItem(first))
  const [turn, setTurn] = useState(0)
  const now = useRef({
    known,
    turn,
    changed: new Map<string, number>(),
    underWay: new Map<string, Promise<unknown>>(),
  })
  const { call } = useAction(markItem)

  const set = useCallback((marks: ReadonlyMap<string, MarkView>) => {
    now.current.known = marks
    setKnown(marks)
  }, [])

  const take = useCallback(
    (itemIds: readonly string[], marks: readonly MarkView[], since: number) => {
      const { known, changed } = now.current
      const next = new Map(known)
      const came = byItem(marks)
      for (const id of itemIds) {
        if ((changed.get(id) ?? 0) > since) continue
        const mark = came.get(id)
        if (mark) next.set(id, mark)
        else next.delete(id)
      }
      if (next.size > 0 || known.size > 0) set(next)
    },
    [set],
  )

  const mark = useCallback(
    async (itemId: string, change: MarkChange) => {
      const { underWay, changed } = now.current
      const earlier = underWay.get(itemId)
      // A second click on a button has no other meaning; a written note waits for its turn.
      if (earlier && change.note === undefined) return null
      await earlier
      const put = (mark: MarkView | undefined) => {
        now.current.turn++
        changed.set(itemId, now.current.turn)
        setTurn(now.current.turn)
        const next = new Map(now.current.known)
        if (mark) next.set(itemId, mark)
        else next.delete(itemId)
        set(next)
      }
      const before = now.current.known.get(itemId)
      if (change.note === undefined) put({ ...NOTHING, ...before, itemId, ...change })
      const answer = call({ team, itemId, ...change })
      underWay.set(itemId, answer)
      const { data, refusal } = await answer
      underWay.delete(itemId)
      put(data ?? before)
      return refusal
    },
    [team, call, set],
  )

  return { known, turn, take, mark }
}

const byItem = (marks: readonly MarkView[]): ReadonlyMap<string, MarkView> =>
  new Map(marks.map((mark) => [mark.itemId, mark]))

/** Returns whether a change to a mark may change which items a view shows. */
export const canChangeView = (
  { text, only }: { readonly text: string; readonly only: string },
  { state }: MarkChange,
): boolean => state === 'hidden' || text !== '' || (only !== 'all' && only !== 'new')

interface NoteEditing {
  readonly item: ItemView | null
  readonly mark: MarkView | undefined
  save(itemId: string, note: string): Promise<Refusal | null>
  onClose(): void
}

/** The actions on an item's mark. They must stay the same, or every item is rendered again. */
export interface Marking {
  toggle(item: ItemView, change: MarkChange): void
  editNote(item: ItemView): void
}

/**
 * Returns the actions of a list's buttons, and the note that is being written. If a mark changes what the view shows,
 * `reload` refreshes it; `onReloaded` is called when the result is on the page.
 */
export function useMarking(
  { known, mark }: Pick<Marks, 'known' | 'mark'>,
  view: { readonly text: string; readonly only: string },
  reload: () => Promise<void>,
  onReloaded: () => void,
): { readonly marking: Marking; readonly editor: NoteEditing } {
  const [item, setItem] = useState<ItemView | null>(null)
  const [reloads, setReloads] = useState(0)
  const now = useRef({ view, reload })
  now.current = { view, reload }
  useEffect(() => {
    if (reloads > 0) onReloaded()
  }, [reloads, onReloaded])

  const send = useCallback(
    async (itemId: string, change: MarkChange) => {
      const refusal = await mark(itemId, change)
      if (refusal || !canChangeView(now.current.view, change)) return refusal
      await now.current.reload()
      setReloads((times) => times + 1)
      return null
    },
    [mark],
  )
  const marking = useMemo<Marking>(
    () => ({
      toggle: ({ id }, change) => {
        void send(id, change).then((refusal) => {
          if (refusal) showFailureMessage(refusal.message)
        })
      },
      editNote: setItem,
    }),
    [send],
  )
  const save = (itemId: string, note: string) => send(itemId, { note })
  const editor = { item, mark: item ? known.get(item.id) : undefined, save, onClose: () => setItem(null) }
  return { marking, editor }
}
