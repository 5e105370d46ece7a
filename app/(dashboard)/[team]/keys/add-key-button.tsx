'use client'

import { Button, Drawer, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ComponentProps } from 'react'
import { ButtonLink, FirstFocus } from '@/components/ui'
import { AddKey } from './add-key'

/** Opens the form for a key, once there is a wallet that it can draw on. */
export function AddKeyButton(props: ComponentProps<typeof AddKey>) {
  const [isOpen, { open, close }] = useDisclosure(false)
  if (props.wallets.length === 0)
    return <ButtonLink href={`/${props.team}/wallets`}>Add a wallet first</ButtonLink>
  return (
    <>
      <Button onClick={open}>Add a key</Button>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="right"
        title="Add a key"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <FirstFocus>
          <Stack>
            <Text size="sm" c="dimmed">
              Several keys may draw on one wallet, usually one for each environment.
            </Text>
            <AddKey {...props} />
          </Stack>
        </FirstFocus>
      </Drawer>
    </>
  )
}
