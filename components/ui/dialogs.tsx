'use client'

import { Button, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useLazyDialog } from './hooks'

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

/** Renders a button that asks before it acts. `onConfirm` resolves when it is done; the dialog then closes. */
export function ConfirmButton(
  props: ButtonProps & {
    readonly label: string
    readonly title: string
    readonly text: ReactNode
    readonly confirmLabel: string
    readonly isHarmless?: boolean | undefined
    onConfirm(): Promise<unknown>
  },
) {
  const { label, title, text, confirmLabel, isHarmless, onConfirm, ...button } = props
  const [isOpen, { open, close }] = useDisclosure(false)
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    await onConfirm().finally(() => setPending(false))
    close()
  }
  return (
    <>
      <Button variant="default" size="xs" {...button} onClick={open} onPointerEnter={ConfirmDialog.prepare}>
        {label}…
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        isPending={isPending}
        title={title}
        text={text}
        confirmLabel={confirmLabel}
        isHarmless={isHarmless}
        onConfirm={confirm}
        onClose={close}
      />
    </>
  )
}
