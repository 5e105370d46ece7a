'use client'

import { Button, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import type { ComponentType } from 'react'
import { useLazyDialog } from './hooks'
import type { Confirmed, Question } from './opened-dialog'

/**
 * Returns a dialog that becomes part of the page when it is first opened, because most never are. Its code loads then,
 * or before, with `prepare`.
 */
export function loadDialogWhenOpened<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: (props: Props) => boolean,
) {
  const Loaded = dynamic(load, { ssr: false })
  const Opened = (props: Props) => useLazyDialog(isOpen(props) || null).isThere && <Loaded {...props} />
  Opened.prepare = () => void load().catch(() => undefined)
  return Opened
}

interface Opening {
  readonly isOpen: boolean
  onClose(): void
}

export const Dialog = loadDialogWhenOpened(
  () => import('./opened-dialog').then(({ OpenedDialog }) => OpenedDialog),
  ({ isOpen }) => isOpen,
)

export const ConfirmDialog = loadDialogWhenOpened(
  () => import('./opened-dialog').then(({ ConfirmDialog }) => ConfirmDialog),
  ({ isOpen }) => isOpen,
)

interface DialogButtonProps<Content> extends ButtonProps {
  readonly label: string
  readonly content: Content
  /** Made by `loadDialogWhenOpened`. */
  readonly dialog: ComponentType<Content & Opening> & { prepare(): void }
}

/** Renders a button with the dialog that it opens. */
export function DialogButton<Content extends object>(props: DialogButtonProps<Content>) {
  const { label, content, dialog: Opened, ...button } = props
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button {...button} onClick={open} onPointerEnter={Opened.prepare}>
        {label}
      </Button>
      <Opened {...content} isOpen={isOpen} onClose={close} />
    </>
  )
}

/** Renders a button that asks before it acts. */
export function ConfirmButton(
  props: ButtonProps & Question & { readonly label: string; onConfirm(): Promise<Confirmed> },
) {
  const { label, title, text, confirmLabel, isHarmless, onConfirm, ...button } = props
  const [isOpen, { open, close }] = useDisclosure(false)
  const question = { title, text, confirmLabel, isHarmless, onConfirm }
  return (
    <>
      <Button variant="default" size="xs" {...button} onClick={open} onPointerEnter={ConfirmDialog.prepare}>
        {label}…
      </Button>
      <ConfirmDialog {...question} isOpen={isOpen} onClose={close} />
    </>
  )
}
