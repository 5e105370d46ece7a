'use client'

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { type Action, RefusalAlert, useAction } from '@/components/forms'

export interface NewAccount {
  readonly name: string
  readonly email: string
  readonly password: string
}

interface NewAccountFormProps<Data> {
  readonly submitLabel: string
  /** The one address that the account can have, where an invite is for it. */
  readonly email?: string | undefined
  readonly create: Action<NewAccount, Data>
  /** Signs the new person in and continues. */
  onCreated(account: NewAccount, data: Data | undefined): Promise<void>
}

/** Name, e-mail and password of a new account. */
export function NewAccountForm<Data>({ submitLabel, email, create, onCreated }: NewAccountFormProps<Data>) {
  const { call, isPending, refusal } = useAction(create)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const account = {
      name: String(form.get('name')),
      email: String(form.get('email')),
      password: String(form.get('password')),
    }
    const { ok, data } = await call(account)
    if (ok) await onCreated(account, data)
  }
  const { fields = {} } = refusal ?? {}
  return (
    // By POST: if it is sent before the script is loaded, the password must not end up in the address.
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        <RefusalAlert refusal={refusal} />
        <TextInput label="Your name" name="name" autoComplete="name" required error={fields.name} />
        <TextInput
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          {...(email !== undefined && { value: email, readOnly: true, description: 'The invite is for it.' })}
          required
          error={fields.email}
        />
        <PasswordInput
          label="Password"
          name="password"
          description="At least 12 characters; a few words make a good one."
          autoComplete="new-password"
          required
          error={fields.password}
        />
        <Button type="submit" loading={isPending}>
          {submitLabel}
        </Button>
      </Stack>
    </form>
  )
}
