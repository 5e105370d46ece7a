'use client'

import { Button, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ComponentProps } from 'react'
import { ButtonLink, Dialog } from '@/components/ui'
import { AddKey } from './add-key'

/** Opens the form for a key, once there is a wallet that the key can draw on. */
export function AddKeyButton(props: ComponentProps<typeof AddKey>) {
  const [isOpen, { open, close }] = useDisclosure(false)
  if (props.wallets.length === 0)
    return <ButtonLink href={`/${props.team}/wallets`}>Add a wallet first</ButtonLink>
  return (
    <>
      <Button onClick={open}>Add key</Button>
      <Dialog place="side" isOpen={isOpen} onClose={close} title="Add key">
        <Stack>
          <Text size="sm" c="dimmed">
            Several keys may draw on one wallet, usually one for each environment.
          </Text>
          <AddKey {...props} />
        </Stack>
      </Dialog>
    </>
  )
}
