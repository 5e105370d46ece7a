'use client'

import { Button, Group, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRouter } from 'next/navigation'
import { type FormEvent, useRef } from 'react'
import { type Action, RefusalAlert, useAction } from '@/components/forms'

interface CreateWalletProps {
  readonly team: string
  readonly create: Action<{ team: string; name: string }>
}

export function CreateWallet({ team, create }: CreateWalletProps) {
  return (
    <NameForm
      label="Wallet name"
      submitLabel="Add the wallet"
      save={(name) => create({ team, name })}
      message="The wallet was added."
    />
  )
}

interface RenameWalletProps {
  readonly team: string
  readonly wallet: { readonly id: string; readonly name: string }
  readonly rename: Action<{ team: string; walletId: string; name: string }>
}

export function RenameWallet({ team, wallet, rename }: RenameWalletProps) {
  return (
    <NameForm
      label={`New name of ${wallet.name}`}
      submitLabel="Rename"
      save={(name) => rename({ team, walletId: wallet.id, name })}
      message="The wallet was renamed."
    />
  )
}

interface NameFormProps {
  readonly label: string
  readonly submitLabel: string
  readonly message: string
  readonly save: Action<string>
}

function NameForm({ label, submitLabel, message, save }: NameFormProps) {
  const router = useRouter()
  const form = useRef<HTMLFormElement>(null)
  const { call, isPending, refusal } = useAction(save)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { ok } = await call(String(new FormData(event.currentTarget).get('name')))
    if (!ok) return
    form.current?.reset()
    notifications.show({ message })
    router.refresh()
  }
  return (
    <form ref={form} method="post" onSubmit={submit} noValidate>
      <Stack gap="xs">
        <RefusalAlert refusal={refusal} />
        <Group align="flex-end" gap="xs">
          <TextInput label={label} name="name" required error={refusal?.fields.name} />
          <Button type="submit" variant="default" loading={isPending}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
