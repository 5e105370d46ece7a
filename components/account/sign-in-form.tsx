'use client'

import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'

interface SignInFormProps {
  /** Returns whether the password was right. */
  signIn(email: string, password: string): Promise<boolean>
  onSignedIn(): void
}

/** E-mail and password. A refusal says neither which was wrong nor whether the account exists. */
export function SignInForm({ signIn, onSignedIn }: SignInFormProps) {
  const [isPending, setPending] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setPending(true)
    setRefused(false)
    const isRight = await signIn(String(form.get('email')), String(form.get('password'))).catch(() => false)
    if (isRight) return onSignedIn()
    setPending(false)
    setRefused(true)
  }
  return (
    // By POST: if it is sent before the script is loaded, the password must not end up in the address.
    <form method="post" onSubmit={submit}>
      <Stack>
        {isRefused && (
          <Alert role="alert" color="red" variant="light">
            E-mail address and password do not match. After ten wrong passwords an address has to wait for 15
            minutes.
          </Alert>
        )}
        <TextInput label="E-mail address" name="email" type="email" autoComplete="username" required />
        <PasswordInput label="Password" name="password" autoComplete="current-password" required />
        <Button type="submit" loading={isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
