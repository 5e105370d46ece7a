'use client'

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Refusal } from '@/components/forms'
import { tellOfFailure } from '@/components/ui'
import type { ItemView, MarkView } from '@/lib/collect/items'
import type { Marking } from './mark-buttons'
import { changesView, type MarkChange, type Marks } from './use-marks'

interface NoteEditing {
  readonly item: ItemView | null
  readonly mark: MarkView | undefined
  save(itemId: string, note: string): Promise<Refusal | null>
  onClose(): void
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
      if (refusal || !changesView(now.current.view, change)) return refusal
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
          if (refusal) tellOfFailure(refusal.message)
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
