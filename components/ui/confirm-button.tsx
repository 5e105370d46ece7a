'use client'

import { Button, type ButtonProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { useLate } from './hooks'

const load = () => import('./confirm-dialog').then(({ ConfirmDialog }) => ConfirmDialog)
const prepare = () => void load().catch(() => undefined)
const ConfirmDialog = dynamic(load, { ssr: false })

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
  const { isThere } = useLate(isOpen || null)
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    await onConfirm().finally(() => setPending(false))
    close()
  }
  return (
    <>
      <Button variant="default" size="xs" {...button} onClick={open} onPointerEnter={prepare}>
        {label}…
      </Button>
      {isThere && (
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
      )}
    </>
  )
}
