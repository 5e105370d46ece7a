'use client'

import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { areShortcutsEnabled, loadDialogWhenOpened, OPEN_DIALOG } from '@/components/ui'
import type { SelectionBarProps } from './selection-bar'

const SelectionBar = loadDialogWhenOpened(
  () => import('./selection-bar').then((loaded) => loaded.SelectionBar),
  ({ ids }: SelectionBarProps) => ids.length > 0,
)

interface SelectionProps extends Omit<SelectionBarProps, 'act' | 'ids' | 'clear'> {
  /** Null for people who may not change the rows: then the table stands alone. */
  readonly act: SelectionBarProps['act'] | null
  /** The table, whose rows have boxes (`picks`). */
  readonly children: ReactNode
}

const BOXES = 'input[data-pick=""]'

/** Lets rows of a table be selected by those who may change them. */
export const Selection = ({ act, ...props }: SelectionProps) =>
  act ? <Selected {...props} act={act} /> : props.children

/**
 * Lets rows of a table be selected, and says what can be done to them. The boxes keep their own state, so that the rows
 * are rendered by the server alone.
 */
function Selected({ children, ...bar }: SelectionProps & Pick<SelectionBarProps, 'act'>) {
  const area = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLInputElement>(null)
  const [ids, setIds] = useState<readonly string[]>([])
  const boxes = () => [...(area.current?.querySelectorAll<HTMLInputElement>(BOXES) ?? [])]
  const look = () => {
    const all = boxes()
    const rows = all.filter(({ checked }) => checked)
    // A row may stand for several, such as the alerts about one wallet.
    const picked = rows.flatMap(({ value }) => value.split(' '))
    const head = area.current?.querySelector<HTMLInputElement>('input[data-pick=all]')
    if (head) {
      head.checked = rows.length > 0 && rows.length === all.length
      head.indeterminate = rows.length > 0 && rows.length < all.length
    }
    setIds((before) => (before.join() === picked.join() ? before : picked))
  }
  const pick = (picked: readonly HTMLInputElement[], isChecked: boolean) => {
    for (const box of picked) box.checked = isChecked
    look()
  }
  // Rows may have come or gone.
  useEffect(look)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key !== 'x' || ctrlKey || metaKey || altKey || !areShortcutsEnabled()) return
      if (!(target instanceof HTMLElement) || target.matches(TYPES)) return
      if (document.querySelector(`${OPEN_DIALOG}, [role=menu]`)) return
      const row = target.closest('tr') ?? area.current?.querySelector('tbody tr:hover')
      const box = area.current?.contains(row ?? null) && row?.querySelector<HTMLInputElement>(BOXES)
      // A click, so that it counts like one.
      if (box) box.click()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  const click = ({ target, shiftKey }: MouseEvent) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.pick === undefined) return
    const all = boxes()
    if (target.dataset.pick === 'all') return pick(all, target.checked)
    const [from, to] = [last.current ? all.indexOf(last.current) : -1, all.indexOf(target)]
    last.current = target
    if (shiftKey && from >= 0)
      return pick(all.slice(Math.min(from, to), Math.max(from, to) + 1), target.checked)
    look()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the boxes inside are what is pressed.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard presses a box by a click, too.
    <div ref={area} onClick={click}>
      {children}
      <SelectionBar {...bar} ids={ids} clear={() => pick(boxes(), false)} />
    </div>
  )
}

const TYPES = 'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=textbox]'
