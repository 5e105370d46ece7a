'use client'

import { Text, TextInput } from '@mantine/core'
import { type Action, SoleForm } from '@/components/forms'

interface WalletStepProps {
  readonly team: string
  readonly create: Action<{ team: string; name: string }>
  onCreated(): void
}

/** The first wallet: a name for the balance that keys draw on. */
export function WalletStep({ team, create, onCreated }: WalletStepProps) {
  return (
    <SoleForm
      submitLabel="Add wallet"
      send={create}
      read={(form) => ({ team, name: String(form.get('name')) })}
      onDone={onCreated}
    >
      {(fields) => (
        <>
          <Text size="sm">
            A wallet holds the credits that you bought at the provider of the API, the upstream. One or more
            keys draw on it, usually one for each environment.
          </Text>
          <TextInput label="Wallet name" name="name" defaultValue="Main" required error={fields.name} />
        </>
      )}
    </SoleForm>
  )
}
