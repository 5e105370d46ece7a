'use client'

import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { PasswordField } from '@/components/ui'
import { usePublicAddress } from './public-address'

/** The outcome of a sign-in. */
interface Answer {
  readonly kind: 'signed-in' | 'refused' | 'not-kept' | 'wait' | 'busy' | 'unavailable'
  readonly seconds?: number
}

interface SignInFormProps {
  signIn(email: string, password: string): Promise<Answer>
  onSignedIn(): void
}

const TEXTS: Record<Exclude<Answer['kind'], 'signed-in' | 'not-kept' | 'wait'>, string> = {
  refused: 'E-mail address and password do not match.',
  busy: 'Too many people are signing in. Try again in a few seconds.',
  unavailable: 'Purser cannot check passwords right now. Try again in a moment.',
}

/** Asks for e-mail and password. A refusal says neither which was wrong nor whether the account exists. */
export function SignInForm({ signIn, onSignedIn }: SignInFormProps) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const address = usePublicAddress()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const typed = event.currentTarget.elements.namedItem('password')
    setPending(true)
    setProblem(null)
    const answer = await signIn(String(form.get('email')), String(form.get('password'))).catch(
      (): Answer => ({ kind: 'unavailable' }),
    )
    const { kind, seconds } = answer
    if (kind === 'signed-in') return onSignedIn()
    setPending(false)
    setProblem(
      kind === 'wait' ? waitText(seconds ?? 0) : kind === 'not-kept' ? notKeptText(address) : TEXTS[kind],
    )
    // The button that had the focus was disabled meanwhile and lost it.
    if (typed instanceof HTMLInputElement) typed.focus()
  }
  return (
    // By POST: if it is sent before the script has loaded, the password must not end up in the URL.
    <form method="post" onSubmit={submit}>
      <Stack>
        {problem && (
          <Alert role="alert" color="red" variant="light">
            {problem}
          </Alert>
        )}
        <TextInput
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          required
          // The page exists for this form; only its title precedes it.
          autoFocus
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <Button type="submit" loading={isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}

function waitText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `Too many failed attempts. Try again in ${time}, or use a browser in which you have signed in before.`
}

/** Names the public address if a sign-in works only there. */
const notKeptText = (address: string | null): string =>
  address === null || address === window.location.origin
    ? 'Your browser does not keep you signed in on this page. Allow cookies for it and try again.'
    : `Your browser does not keep you signed in on this page. Open Purser at ${address} instead.`
