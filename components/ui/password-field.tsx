import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/**
 * A field for what nobody should read over a shoulder. Of itself Mantine's tells no screen reader that it was refused, and
 * its eye cannot be reached by keyboard.
 */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    {...props}
    aria-invalid={props.error ? true : undefined}
    visibilityToggleFocusable
    visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
  />
)
