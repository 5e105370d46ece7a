'use client'

import { type Action, formFieldText, SaveForm } from '@/components/forms'
import { PasswordField } from '@/components/ui'

export function PasswordForm({ change }: { readonly change: Action<{ current: string; password: string }> }) {
  const save = (form: FormData) =>
    change({ current: formFieldText(form, 'current'), password: formFieldText(form, 'password') })
  return (
    <SaveForm
      submitLabel="Change password"
      message="The password was changed; your other sessions have ended."
      save={save}
      resets
    >
      {(fields) => (
        <>
          <PasswordField
            label="Current password"
            name="current"
            autoComplete="current-password"
            required
            error={fields.current}
          />
          <PasswordField
            label="New password"
            name="password"
            description="At least 12 characters. You’ll be signed out on your other devices."
            autoComplete="new-password"
            required
            error={fields.password}
          />
        </>
      )}
    </SaveForm>
  )
}
