'use client'

import {
  type ComponentType,
  cloneElement,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'

interface ButtonProps {
  readonly ref?: RefObject<HTMLButtonElement | null>
  readonly onClick?: () => void
  readonly onPointerEnter?: () => void
  readonly onFocus?: () => void
  readonly loading?: boolean
  readonly 'aria-haspopup'?: 'menu' | 'dialog'
  readonly 'aria-expanded'?: boolean
}

export type OnDemandButton = ReactElement<ButtonProps>

export interface OnDemandProps<Content> {
  readonly button: OnDemandButton
  readonly popup: 'menu' | 'dialog'
  readonly content: Content
  /** Loads what the button opens. It also renders the button, as what it opens from. */
  load(): Promise<ComponentType<Content & { readonly button: OnDemandButton }>>
}

/**
 * Renders a button whose menu is not part of the page until somebody opens it. Its code loads when the pointer or
 * focus comes.
 */
export function OnDemand<Content extends object>({ button, popup, content, load }: OnDemandProps<Content>) {
  const [Opened, setOpened] = useState<ComponentType<Content & { readonly button: OnDemandButton }> | null>(
    null,
  )
  const target = useRef<HTMLButtonElement>(null)
  const wasOpened = useRef(false)
  useEffect(() => {
    if (!Opened || wasOpened.current) return
    wasOpened.current = true
    // It is another element than the one that was pressed.
    target.current?.focus({ preventScroll: true })
    target.current?.click()
  }, [Opened])
  // If loading fails, the next click tries again.
  const prepare = () => void load().catch(() => undefined)
  const open = () =>
    void load().then(
      (Loaded) => setOpened(() => Loaded),
      () => undefined,
    )
  if (Opened) return <Opened {...content} button={cloneElement(button, { ref: target })} />
  return cloneElement(button, {
    onClick: open,
    onPointerEnter: prepare,
    onFocus: prepare,
    'aria-haspopup': popup,
    'aria-expanded': false,
  })
}
