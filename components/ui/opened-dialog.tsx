'use client'

import { Button, Drawer, type DrawerProps, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { useLazyDialog } from './hooks'

export interface DialogProps
  extends Pick<
    ModalProps,
    'title' | 'size' | 'padding' | 'yOffset' | 'withCloseButton' | 'attributes' | 'children'
  > {
  readonly isOpen: boolean
  /** In the middle of the page for a question, at its right for a form; else near its top. */
  readonly place?: 'top' | 'middle' | 'side'
  /** True if it holds what is shown only once: a slip does not close it. */
  readonly isKept?: boolean
  /** Element that gets the focus after closing if what had it is gone by then, such as the entry of a menu. */
  readonly returnTo?: RefObject<HTMLElement | null> | undefined
  onClose(): void
  /** Called once it is out of sight. */
  onClosed?(): void
}

const SIDE: Partial<DrawerProps> = { position: 'right', size: 480 }

/**
 * Renders every dialog and drawer. It is closed in its first moment, so that it learns where the focus was; it opens
 * with the focus in its content; its cross has a name.
 */
export function OpenedDialog(props: DialogProps) {
  const { isOpen, place = 'top', isKept = false, returnTo, onClosed, children, ...others } = props
  const { yOffset, withCloseButton = !isKept, ...shared } = others
  const parts = {
    ...shared,
    opened: useLazyDialog(isOpen || null).input !== null,
    withCloseButton,
    closeOnEscape: !isKept,
    closeOnClickOutside: !isKept,
    returnFocus: !returnTo,
    closeButtonProps: { 'aria-label': 'Close' },
    onExitTransitionEnd: () => {
      returnTo?.current?.focus({ preventScroll: true })
      onClosed?.()
    },
    children: <FirstFocus>{children}</FirstFocus>,
  }
  if (place === 'side') return <Drawer {...SIDE} {...parts} />
  return <Modal centered={place === 'middle'} {...(yOffset && { yOffset })} {...parts} />
}

const FIRST = ['input', 'textarea', 'select', 'button'].map(
  (element) => `${element}:not([type="hidden"], [disabled], [tabindex="-1"])`,
)

/** Marks the first control, unless one is already marked. */
function mark(place: HTMLElement | null): void {
  if (!place || place.querySelector('[data-autofocus]')) return
  place.querySelector([...FIRST, 'a[href]'].join())?.setAttribute('data-autofocus', '')
}

/**
 * Wraps the content of a dialog or a drawer, so that it opens with the focus in it and not on “Close”, which stands
 * before it. For a question that is “Cancel”, for a form its first field.
 */
function FirstFocus({ children }: { readonly children: ReactNode }) {
  return (
    <div ref={mark} style={CONTENTS}>
      {children}
    </div>
  )
}

const CONTENTS = { display: 'contents' } as const

interface ConfirmDialogProps extends Pick<DialogProps, 'isOpen' | 'returnTo' | 'onClose'> {
  readonly isPending: boolean
  readonly title: string
  readonly text: ReactNode
  /** Notice of a refusal, above the text. */
  readonly notice?: ReactNode
  readonly confirmLabel: string
  /** True if nothing is lost by it. */
  readonly isHarmless?: boolean | undefined
  onConfirm(): void
}

/** Asks before an act that cannot be undone. Red is reserved for loss. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isPending, text, notice, confirmLabel, isHarmless = false, onConfirm, ...dialog } = props
  return (
    <OpenedDialog place="middle" {...dialog}>
      <Stack>
        {notice}
        <Text size="sm">{text}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button {...(!isHarmless && { color: 'red' })} loading={isPending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </OpenedDialog>
  )
}
