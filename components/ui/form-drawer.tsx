'use client'

import { Button, type ButtonProps, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, use, useEffect } from 'react'
import { Dialog } from './dialogs'
import { DrawerCloseContext } from './hooks'

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

/**
 * Renders a form out of the way: a button opens it on the right, over the page that it adds to. What was typed stays
 * until it is saved or the page is left.
 */
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
      <Dialog
        place="side"
        keepsDraft
        isOpen={isOpen}
        title={title}
        {...(isWide && { size: WIDE })}
        onClose={close}
      >
        {children}
      </Dialog>
    </>
  )
}

/** Closes a drawer whose choices apply immediately, so that there is nothing to save. */
export function DrawerDoneButton() {
  const close = use(DrawerCloseContext)
  return (
    <Group>
      <Button onClick={() => close?.()}>Done</Button>
    </Group>
  )
}
