import { useEffect, useRef, useState } from 'react'
import { tell } from '@/components/ui'
import { doDiffer, type Texts } from './typed-values'

/** The kept texts, and the version of the provider that they change. */
interface Kept {
  readonly texts: Texts
  readonly changedAt: number | null
}

/**
 * Holds the texts of the form. Unsaved ones are kept in this tab, so that another page or a reload loses nothing. Once
 * somebody has saved the provider meanwhile they are dropped, because they would undo that. Texts of one service do
 * not apply to another.
 */
export function useKeptTexts(team: string, service: string, saved: Texts, changedAt: Date | null) {
  const [texts, setTexts] = useState<Texts>(saved)
  const name = `purser-provider-${team}-${service}`
  const mark = changedAt?.getTime() ?? null
  const isRead = useRef(false)
  useEffect(() => {
    if (isRead.current) return
    isRead.current = true
    const kept = read(name)
    if (kept?.changedAt !== mark || !doDiffer(kept.texts, saved)) return
    setTexts({ ...saved, ...kept.texts })
    tell('What you typed and did not save is here again.')
  }, [name, mark, saved])
  useEffect(() => {
    if (!isRead.current) return
    if (doDiffer(texts, saved)) write(name, { texts, changedAt: mark })
    else write(name, null)
  }, [name, texts, saved, mark])
  return [texts, setTexts] as const
}

function read(name: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/** Stores the texts. A browser may refuse, and then nothing is kept. */
function write(name: string, kept: Kept | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(kept))
  } catch {
    // Nothing more can be done.
  }
}
