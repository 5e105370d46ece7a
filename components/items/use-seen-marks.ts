'use client'

import { useCallback, useMemo, useState } from 'react'
import type { MarkView } from '@/lib/collect/items'
import type { Marks } from './use-marks'

/** Holds the marks on loaded items, for a list without mark buttons: the server's last answer is right. */
export function useSeenMarks(): Pick<Marks, 'known' | 'take' | 'turn'> {
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
