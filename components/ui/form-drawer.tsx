'use client'

import { Button, type ButtonProps, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { Dialog } from './dialogs'

/** Closes the drawer around a form once it was accepted; null outside of one. */
export const DrawerCloseContext = createContext<(() => void) | null>(null)

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
        <DrawerCloseContext value={close}>{children}</DrawerCloseContext>
      </Dialog>
    </>
  )
}

/** Closes a drawer whose choices apply at once, so that there is nothing to save. */
export function DrawerDoneButton() {
  const close = use(DrawerCloseContext)
  return (
    <Group>
      <Button onClick={() => close?.()}>Done</Button>
    </Group>
  )
}
