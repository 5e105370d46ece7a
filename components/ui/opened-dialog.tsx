'use client'

import { Button, Drawer, type DrawerProps, Group, Modal, type ModalProps, Stack, Text } from '@mantine/core'
import { type ReactNode, type RefObject, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { Dimmed } from './dimmed'
import { DrawerCloseContext, useLazyDialog } from './hooks'
import { type Refusal, RefusalAlert } from './refusal-alert'

export interface DialogProps
  extends Pick<
    ModalProps,
    'title' | 'size' | 'padding' | 'yOffset' | 'withCloseButton' | 'attributes' | 'children'
  > {
  readonly isOpen: boolean
  /** In the middle of the page for a question, on its right for a form; else near its top. */
  readonly place?: 'top' | 'middle' | 'side'
  /** True if it holds what is shown only once: a slip does not close it. */
  readonly isKept?: boolean
  /** True to keep what was typed into its form until it is saved, discarded or the page is left. */
  readonly keepsDraft?: boolean
  /** Element that gets the focus after closing if what had it is gone by then, such as the entry of a menu. */
  readonly returnTo?: RefObject<HTMLElement | null> | undefined
  onClose(): void
  /** Called once it is out of view. */
  onClosed?(): void
}

const SIDE: Partial<DrawerProps> = { position: 'right', size: 480 }

/**
 * Renders every dialog and drawer. It is closed in its first moment, so that it learns where the focus was; it opens
 * with the focus in its content; its cross has a name.
 */
export function OpenedDialog(props: DialogProps) {
  const { isOpen, place = 'top', isKept = false, keepsDraft = false, returnTo, onClosed, ...others } = props
  const { yOffset, withCloseButton = !isKept, children, ...shared } = others
  const draft = useDraft(isOpen, shared.onClose)
  const parts = {
    ...shared,
    ...(keepsDraft && draft.dialog),
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
    children: keepsDraft ? (
      <DrawerCloseContext value={draft.finish}>
        {isOpen && draft.isThere && <DraftNote discard={draft.discard} />}
        <FirstFocus key={draft.version} content={draft.content} onTouch={draft.touch}>
          {children}
        </FirstFocus>
      </DrawerCloseContext>
    ) : (
      <FirstFocus>{children}</FirstFocus>
    ),
  }
  if (place === 'side') return <Drawer {...SIDE} {...parts} />
  return <Modal centered={place === 'middle'} {...(yOffset && { yOffset })} {...parts} />
}

/**
 * Keeps the content of a dialog on the page, hidden, if somebody closes it after typing into its form. A person who
 * closes it otherwise has saved the form, or shows something else in its place.
 */
function useDraft(isOpen: boolean, close: () => void) {
  const touched = useRef<HTMLFormElement | null>(null)
  const wasDismissed = useRef(false)
  const [isThere, setThere] = useState(false)
  const [version, setVersion] = useState(0)
  const content = useRef<HTMLDivElement>(null)
  const forget = () => {
    touched.current = null
    setThere(false)
  }
  useEffect(() => {
    if (isOpen) {
      wasDismissed.current = false
    } else if (!wasDismissed.current) {
      touched.current = null
      setThere(false)
    }
  }, [isOpen])
  // The button that discards is gone, and the focus goes to the empty form.
  useEffect(() => {
    if (version > 0) content.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [version])
  return {
    isThere,
    version,
    content,
    touch: (form: HTMLFormElement) => {
      touched.current = form
    },
    discard: () => {
      forget()
      setVersion((now) => now + 1)
    },
    finish: () => {
      forget()
      close()
    },
    dialog: {
      // In the other mode its content would be mounted anew.
      keepMountedMode: 'display-none',
      keepMounted: isThere,
      onClose: () => {
        wasDismissed.current = true
        setThere(touched.current?.isConnected ?? false)
        close()
      },
    } as const,
  }
}

/** Says that a form still holds what was typed before. */
const DraftNote = ({ discard }: { discard(): void }) => (
  <Group justify="space-between" gap="xs" mb="sm" wrap="nowrap">
    <Dimmed>This is what you typed earlier. It has not been saved.</Dimmed>
    <Button size="xs" variant="default" onClick={discard}>
      Discard
    </Button>
  </Group>
)

const FIRST = ['input', 'textarea', 'select', 'button'].map(
  (element) => `${element}:not([type="hidden"], [disabled], [tabindex="-1"])`,
)

/** Marks the first control, unless one is already marked. */
function mark(place: HTMLElement | null): void {
  if (!place || place.querySelector('[data-autofocus]')) return
  place.querySelector([...FIRST, 'a[href]'].join())?.setAttribute('data-autofocus', '')
}

interface FirstFocusProps {
  readonly children: ReactNode
  readonly content?: RefObject<HTMLDivElement | null>
  /** Called with the form inside when something is typed or chosen in it. */
  onTouch?(form: HTMLFormElement): void
}

/**
 * Wraps the content of a dialog or a drawer, so that it opens with the focus in it and not on “Close”, which precedes
 * it. For a question that is “Cancel”, for a form its first field.
 */
function FirstFocus({ children, content, onTouch }: FirstFocusProps) {
  const meet = (element: HTMLDivElement | null) => {
    if (content) content.current = element
    mark(element)
  }
  const touch = ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
    const form = currentTarget.querySelector('form')
    if (form) onTouch?.(form)
  }
  // A list of choices is elsewhere on the page, and a choice is no event of its field.
  const choose = (event: SyntheticEvent<HTMLElement>) =>
    event.target instanceof Element && event.target.closest('[role=option]') && touch(event)
  return (
    <div ref={meet} style={CONTENTS} onChange={touch} onClickCapture={choose}>
      {children}
    </div>
  )
}

const CONTENTS = { display: 'contents' } as const

/** A question before an act. */
export interface Question {
  readonly title: string
  readonly text: ReactNode
  readonly confirmLabel: string
  /** True if nothing is lost by it. */
  readonly isHarmless?: boolean | undefined
}

/** Holds how an act ended: the reason if it was refused. */
export type Confirmed = { readonly refusal: Refusal | null }

interface ConfirmDialogProps extends Question, Pick<DialogProps, 'isOpen' | 'returnTo' | 'onClose'> {
  onConfirm(): Promise<Confirmed>
}

/**
 * Asks before an act that cannot be undone. Red is reserved for loss. Once the act is done it closes; if that was
 * refused, it says why.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { text, confirmLabel, isHarmless = false, onConfirm, ...dialog } = props
  const [isPending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const confirm = async () => {
    setPending(true)
    const confirmed = await onConfirm().finally(() => setPending(false))
    setRefusal(confirmed.refusal)
    if (!confirmed.refusal) dialog.onClose()
  }
  return (
    <OpenedDialog place="middle" {...dialog} onClosed={() => setRefusal(null)}>
      <Stack>
        <RefusalAlert refusal={refusal} />
        <Text size="sm" component="div">
          {text}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button {...(!isHarmless && { color: 'red' })} loading={isPending} onClick={confirm}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </OpenedDialog>
  )
}
