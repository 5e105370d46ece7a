import { PasswordField } from '@/components/ui'

interface NewPasswordFieldProps {
  readonly label: string
  readonly error: string | undefined
}

/** Renders the field of a chosen password, named `password` in its form. */
export function NewPasswordField({ label, error }: NewPasswordFieldProps) {
  return (
    <PasswordField
      label={label}
      name="password"
      description="At least 12 characters. A few words together make a good password."
      autoComplete="new-password"
      required
      error={error}
    />
  )
}
