import { PasswordField } from '@/components/ui'

interface NewPasswordFieldProps {
  readonly label: string
  readonly error: string | undefined
}

/** A password that is chosen, named `password` in its form. */
export function NewPasswordField({ label, error }: NewPasswordFieldProps) {
  return (
    <PasswordField
      label={label}
      name="password"
      description="At least 12 characters; a few words make a good one."
      autoComplete="new-password"
      required
      error={error}
    />
  )
}
