'use client'

import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRouter } from 'next/navigation'
import type { ComponentProps } from 'react'
import { callAction } from '@/components/forms'
import { AddKeyForm } from '@/components/keys'
import { ButtonLink, Dialog, Dimmed } from '@/components/ui'
import { chooseServiceAction } from '../settings/provider/actions'
import { addKeyAction, addSandboxKeyAction } from './actions'

type AddKeyProps = Pick<
  ComponentProps<typeof AddKeyForm>,
  'team' | 'wallets' | 'environments' | 'keys' | 'service' | 'onDone'
> & {
  /** The service that the sandbox can stand in for, if the team has no key yet. */
  readonly pretend?: string | null
}

/** Renders the key form of the keys page and of the set-up; the page refreshes once a key is added. */
export function AddKey({ pretend = null, ...props }: AddKeyProps) {
  const router = useRouter()
  return (
    <AddKeyForm
      {...props}
      addKey={addKeyAction}
      addSandboxKey={
        props.service.isSandbox ? addSandboxKeyAction : pretend === null ? null : withPretend(pretend)
      }
      onAdded={() => router.refresh()}
    />
  )
}

/** Lets the sandbox stand in for the service, then creates a key there. */
const withPretend =
  (provider: string): ComponentProps<typeof AddKeyForm>['addSandboxKey'] =>
  async (place) => {
    const { team } = place
    const { refusal } = await callAction(chooseServiceAction, { team, provider, isSandbox: true })
    return refusal ? { serverError: refusal } : addSandboxKeyAction(place)
  }

/** Opens the form for a key, once there is a wallet that the key can draw on. */
export function AddKeyButton(props: ComponentProps<typeof AddKey>) {
  const [isOpen, { open, close }] = useDisclosure(false)
  if (props.wallets.length === 0)
    return <ButtonLink href={`/${props.team}/wallets`}>Add a wallet first</ButtonLink>
  return (
    <>
      <Button onClick={open}>Add key</Button>
      <Dialog place="side" keepsDraft isOpen={isOpen} onClose={close} title="Add key">
        <Stack>
          <Dimmed>Several keys may draw on one wallet, usually one for each environment.</Dimmed>
          <AddKey {...props} onDone={close} />
        </Stack>
      </Dialog>
    </>
  )
}
