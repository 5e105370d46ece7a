'use client'

import { Button, Stack, Text, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { type Action, RefusalAlert, useAction } from '@/components/forms'

interface WalletStepProps {
  readonly team: string
  readonly create: Action<{ team: string; name: string }>
  onCreated(): void
}

/** The first wallet: a name for the balance that keys draw on. */
export function WalletStep({ team, create, onCreated }: WalletStepProps) {
  const { call, isPending, refusal } = useAction(create)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    if ((await call({ team, name })).ok) onCreated()
  }
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        <Text size="sm">
          A wallet is a balance at the upstream. Several keys may draw on it, usually one for each
          environment.
        </Text>
        <RefusalAlert refusal={refusal} />
        <TextInput
          label="Wallet name"
          name="name"
          defaultValue="Main"
          required
          error={refusal?.fields.name}
        />
        <Button type="submit" loading={isPending}>
          Create the wallet
        </Button>
      </Stack>
    </form>
  )
}
