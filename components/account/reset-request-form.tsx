'use client'

import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type Action, RefusalAlert, useAction } from '@/components/forms'

/** Asks for a link by mail. It says the same for every address. */
export function ResetRequestForm({ request }: { readonly request: Action<{ email: string }> }) {
  const { call, isPending, refusal } = useAction(request)
  const [isSent, setSent] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { ok } = await call({ email: String(new FormData(event.currentTarget).get('email')) })
    setSent(ok)
  }
  if (isSent)
    return (
      <Text role="status">
        If there is an account of this address, a link is on its way. It works for an hour. An account gets
        three mails an hour at most.
      </Text>
    )
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        <RefusalAlert refusal={refusal} />
        <TextInput
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={refusal?.fields.email}
        />
        <Button type="submit" loading={isPending}>
          Send a link
        </Button>
      </Stack>
    </form>
  )
}
