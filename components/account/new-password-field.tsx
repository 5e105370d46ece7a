import { PasswordInput } from '@mantine/core'

interface NewPasswordFieldProps {
  readonly label: string
  readonly error: string | undefined
}

/** A password that is chosen, named `password` in its form. */
export function NewPasswordField({ label, error }: NewPasswordFieldProps) {
  return (
    <PasswordInput
      label={label}
      name="password"
      description="At least 12 characters; a few words make a good one."
      autoComplete="new-password"
      required
      error={error}
    />
  )
}
