'use client'

import { Box, Button, type ButtonProps, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { type ComponentType, createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useLate } from './hooks'

/**
 * Returns a dialog that becomes part of the page when it is first opened, because most never are. Its code loads then,
 * or before, with `prepare`.
 */
export function whenOpened<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: (props: Props) => boolean,
) {
  const Loaded = dynamic(load, { ssr: false })
  const Opened = (props: Props) => useLate(isOpen(props) || null).isThere && <Loaded {...props} />
  Opened.prepare = () => void load().catch(() => undefined)
  return Opened
}

interface Opening {
  readonly isOpen: boolean
  onClose(): void
}

export const Dialog = whenOpened(
  () => import('./opened-dialog').then(({ OpenedDialog }) => OpenedDialog),
  ({ isOpen }) => isOpen,
)

export const ConfirmDialog = whenOpened(
  () => import('./opened-dialog').then(({ ConfirmDialog }) => ConfirmDialog),
  ({ isOpen }) => isOpen,
)

interface DialogButtonProps<Content> extends ButtonProps {
  readonly label: string
  readonly content: Content
  /** Made by `whenOpened`. */
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

/** Closes the drawer around a form once it was accepted; null outside of one. */
export const DrawerClose = createContext<(() => void) | null>(null)

const WIDE = 720

interface FormDrawerProps extends ButtonProps {
  /** Verb and object, on the button. */
  readonly label: string
  readonly title: string
  /** Opens the drawer if the URL ends in it, as `#new`. */
  readonly hash?: string
  /** True for a form with long choices. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** Renders a form out of the way: a button opens it at the right, over the page that it adds to. */
export function FormDrawer({ label, title, hash, isWide, children, ...button }: FormDrawerProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  useEffect(() => {
    if (!hash) return
    const look = () => window.location.hash === hash && open()
    look()
    window.addEventListener('hashchange', look)
    return () => window.removeEventListener('hashchange', look)
  }, [hash, open])
  return (
    <>
      <Button {...button} onClick={open} onPointerEnter={Dialog.prepare}>
        {label}
      </Button>
      <Dialog place="side" isOpen={isOpen} title={title} {...(isWide && { size: WIDE })} onClose={close}>
        <DrawerClose value={close}>{children}</DrawerClose>
      </Dialog>
    </>
  )
}

/** Closes a drawer whose choices apply at once, so that there is nothing to save. */
export function DrawerDone() {
  const close = use(DrawerClose)
  return (
    <Group>
      <Button onClick={() => close?.()}>Done</Button>
    </Group>
  )
}

interface FilterDrawerProps {
  /** Number of filters that are set. */
  readonly count: number
  readonly children: ReactNode
}

/**
 * Holds filters that do not fit on a phone behind one button with their count. Elsewhere they stand beside the list.
 */
export const FilterDrawer = ({ count, children }: FilterDrawerProps) => (
  <Box hiddenFrom="sm">
    <FormDrawer
      label={count === 0 ? 'Filters' : `Filters (${count})`}
      title="Filters"
      variant="default"
      leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
    >
      <Stack gap="sm">
        {children}
        <DrawerDone />
      </Stack>
    </FormDrawer>
  </Box>
)
