'use client'

import { type Action, SoleForm } from '@/components/forms'
import { NewPasswordField } from './new-password-field'

interface NewPasswordFormProps {
  /** For password managers, which store it with the new password. */
  readonly email: string
  readonly save: Action<string>
  onSaved(password: string): Promise<void>
}

/** Sets a new password by a link. */
export function NewPasswordForm({ email, save, onSaved }: NewPasswordFormProps) {
  return (
    <SoleForm
      submitLabel="Set password"
      send={save}
      read={(form) => String(form.get('password'))}
      onDone={onSaved}
    >
      {(fields) => (
        <>
          <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
          <NewPasswordField label="New password" error={fields.password} />
        </>
      )}
    </SoleForm>
  )
}
