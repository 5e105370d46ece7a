'use client'

import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'

/** A button that asks before it acts. `onConfirm` resolves when it is done; the dialog then closes. */
export function ConfirmButton(
  props: ButtonProps & {
    readonly label: string
    readonly title: string
    readonly text: ReactNode
    readonly confirmLabel: string
    onConfirm(): Promise<unknown>
  },
) {
  const { label, title, text, confirmLabel, onConfirm, ...button } = props
  const [isOpen, { open, close }] = useDisclosure(false)
  const [isPending, setPending] = useState(false)
  const confirm = async () => {
    setPending(true)
    await onConfirm().finally(() => setPending(false))
    close()
  }
  return (
    <>
      <Button variant="default" size="xs" {...button} onClick={open}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={title}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack>
          <Text size="sm">{text}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button color="red" loading={isPending} onClick={confirm}>
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
