'use client'

import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, formFieldText, SaveForm } from '@/components/forms'

/** Asks for a link by mail. Its answer is the same for every address. */
export function ResetRequestForm({ request }: { readonly request: Action<{ email: string }> }) {
  const [isSent, setSent] = useState(false)
  if (isSent)
    return (
      <Text role="status">
        If this address has an account, a link is on its way. It works for one hour. At most three e-mails are
        sent per hour.
      </Text>
    )
  return (
    <SaveForm
      submitLabel="Send a link"
      save={(form) => request({ email: formFieldText(form, 'email') })}
      onDone={() => setSent(true)}
    >
      {(fields) => (
        <>
          <Text>Enter your address to receive a link that sets a new password.</Text>
          <TextInput
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="username"
            required
            error={fields.email}
          />
        </>
      )}
    </SaveForm>
  )
}
