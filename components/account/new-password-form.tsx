'use client'

import { Button, PasswordInput, Stack } from '@mantine/core'
import type { FormEvent } from 'react'
import { type Action, RefusalAlert, useAction } from '@/components/forms'

interface NewPasswordFormProps {
  /** For password managers, which keep it with the new password. */
  readonly email: string
  readonly save: Action<string>
  onSaved(password: string): Promise<void>
}

/** Sets a new password by a link. */
export function NewPasswordForm({ email, save, onSaved }: NewPasswordFormProps) {
  const { call, isPending, refusal } = useAction(save)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    if ((await call(password)).ok) await onSaved(password)
  }
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        <RefusalAlert refusal={refusal} />
        <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label="New password"
          name="password"
          description="At least 12 characters; a few words make a good one."
          autoComplete="new-password"
          required
          error={refusal?.fields.password}
        />
        <Button type="submit" loading={isPending}>
          Set the password
        </Button>
      </Stack>
    </form>
  )
}
