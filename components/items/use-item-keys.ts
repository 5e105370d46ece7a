import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isTyping } from '@/components/shell/use-keyboard'
import { areShortcutsEnabled, OPEN_DIALOG } from '@/components/ui'

interface ItemKeys {
  /** Index of the chosen item; null if none is. */
  readonly chosen: number | null
  readonly total: number
  /** The details beside the list. */
  readonly pane: RefObject<HTMLElement | null>
  /** Shows and chooses the item at an index. */
  go(index: number): void
  /** Opens the details of the item at an index. */
  open(index: number): void
}

const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/**
 * Moves through a list of items by `j` and `k` or, from an item, by the arrows; Enter opens its details, and Escape
 * leads back to it. Those of one letter can be switched off, and are while a dialog is open.
 */
export function useItemKeys({ chosen, total, pane, go, open }: ItemKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || isTyping(event) || total === 0) return
    if (document.querySelector(`${OPEN_DIALOG}, [role=menu], [role=listbox]`)) return
    // The page's frame takes every Escape.
    if (defaultPrevented && key !== 'Escape') return
    const step = STEPS[key]
    if (target instanceof Element && target.matches('[data-index]')) {
      if (key === 'Enter') open(Number(target.getAttribute('data-index')))
      else if (step !== undefined) move(step)
      else return
    } else if (
      key === 'Escape' &&
      chosen !== null &&
      target instanceof Node &&
      pane.current?.contains(target)
    )
      go(chosen)
    else if (step !== undefined && key.length === 1 && areShortcutsEnabled()) move(step)
    else return
    event.preventDefault()
  })
  const move = (step: number) => go(chosen === null ? 0 : Math.max(0, Math.min(total - 1, chosen + step)))
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    // After the page's own shortcuts, such as `g k`.
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
