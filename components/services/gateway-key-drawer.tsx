'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { SoleForm } from '@/components/forms'
import { OpenedDialog } from '@/components/ui'
import { GatewayKeyFields, type KeyChoices } from './gateway-key-fields'
import { NewKeyText } from './new-key-text'
import type { CreateGatewayKey, NewKeyFields } from './service-action'

export interface GatewayKeyDrawerProps extends KeyChoices {
  readonly team: string
  readonly serviceId: string
  readonly gateway: string
  readonly create: CreateGatewayKey
  readonly isOpen: boolean
  onClose(): void
}

/** Renders the form of a new gateway key, and then its text, which is shown until the drawer closes and never again. */
export function GatewayKeyDrawer(props: GatewayKeyDrawerProps) {
  const { team, serviceId, gateway, create, isOpen, onClose, ...choices } = props
  const router = useRouter()
  const [text, setText] = useState<string | null>(null)
  const read = (form: FormData): NewKeyFields => ({
    team,
    serviceId,
    keyId: String(form.get('keyId') ?? ''),
    environmentId: String(form.get('environmentId') ?? ''),
    requestsPerSecond: String(form.get('requestsPerSecond') ?? '').trim(),
    expiresInDays: String(form.get('expiresInDays') ?? '').trim(),
    tellsBudget: form.get('tells') === 'budget',
  })
  return (
    <OpenedDialog
      place="side"
      isOpen={isOpen}
      onClose={onClose}
      onClosed={() => setText(null)}
      title={text === null ? 'Create a gateway key' : 'Copy the gateway key now'}
      isKept={text !== null}
    >
      {text === null ? (
        <SoleForm
          submitLabel="Create gateway key"
          send={create}
          read={read}
          onDone={(_, made) => {
            if (made) setText(made.token)
            router.refresh()
          }}
        >
          {(errors) => <GatewayKeyFields {...choices} errors={errors} />}
        </SoleForm>
      ) : (
        <NewKeyText team={team} text={text} gateway={gateway} onDone={onClose} />
      )}
    </OpenedDialog>
  )
}
