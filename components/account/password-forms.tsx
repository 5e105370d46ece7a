'use client'

import { TextInput } from '@mantine/core'
import { type Action, formFieldText, SaveForm } from '@/components/forms'
import { PasswordField } from '@/components/ui'

interface NewPasswordFormProps {
  /** For password managers, which store it with the new password. */
  readonly email: string
  readonly save: Action<string>
  onSaved(password: string): Promise<void>
}

/** Sets a new password by a link. */
export function NewPasswordForm({ email, save, onSaved }: NewPasswordFormProps) {
  return (
    <SaveForm
      submitLabel="Set password"
      save={(form) => save(formFieldText(form, 'password'))}
      onDone={(_, form) => onSaved(formFieldText(form, 'password'))}
    >
      {(fields) => (
        <>
          <input type="hidden" name="email" autoComplete="username" value={email} readOnly />
          <NewPasswordField label="New password" error={fields.password} />
        </>
      )}
    </SaveForm>
  )
}

interface NewPasswordFieldProps {
  readonly label: string
  readonly hint?: string
  readonly error: string | undefined
}

/** Renders the field of a chosen password, named `password` in its form. */
const NewPasswordField = ({
  hint = 'A few words together make a good password.',
  ...field
}: NewPasswordFieldProps) => (
  <PasswordField
    {...field}
    name="password"
    description={`At least 12 characters. ${hint}`}
    autoComplete="new-password"
    required
  />
)

/** Changes the person's own password. */
export const PasswordForm = ({
  change,
}: {
  readonly change: Action<{ current: string; password: string }>
}) => (
  <SaveForm
    submitLabel="Change password"
    message="The password was changed; your other sessions have ended."
    save={(form) =>
      change({ current: formFieldText(form, 'current'), password: formFieldText(form, 'password') })
    }
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
        <NewPasswordField
          label="New password"
          hint="You’ll be signed out on your other devices."
          error={fields.password}
        />
      </>
    )}
  </SaveForm>
)

export interface NewAccount {
  readonly name: string
  readonly email: string
  readonly password: string
}

interface NewAccountFormProps<Data> {
  readonly submitLabel: string
  /** The only address that the account can have, if an invite is for it. */
  readonly email?: string | undefined
  readonly create: Action<NewAccount, Data>
  /** Signs the new person in and continues. */
  onCreated(account: NewAccount, data: Data | undefined): Promise<void>
}

/** Asks for the name, e-mail and password of a new account. */
export function NewAccountForm<Data>({ submitLabel, email, create, onCreated }: NewAccountFormProps<Data>) {
  return (
    <SaveForm
      submitLabel={submitLabel}
      save={(form) => create(readAccount(form))}
      onDone={(data, form) => onCreated(readAccount(form), data)}
    >
      {(fields) => (
        <>
          <TextInput label="Your name" name="name" autoComplete="name" required error={fields.name} />
          <TextInput
            label="E-mail address"
            name="email"
            type="email"
            autoComplete="username"
            {...(email !== undefined && {
              value: email,
              readOnly: true,
              description: 'The invite is for this address.',
            })}
            required
            error={fields.email}
          />
          <NewPasswordField label="Password" error={fields.password} />
        </>
      )}
    </SaveForm>
  )
}

const readAccount = (form: FormData): NewAccount => ({
  name: formFieldText(form, 'name'),
  email: formFieldText(form, 'email'),
  password: formFieldText(form, 'password'),
})
