import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/**
 * Renders a field for what nobody should read over a shoulder. By default, Mantine's does not tell screen readers that
 * it was refused, and its eye cannot be reached by keyboard.
 */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    {...props}
    aria-invalid={props.error ? true : undefined}
    visibilityToggleFocusable
    visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
  />
)

/** Renders a field for a key, which neither a browser nor a password manager keeps or corrects. */
export const KeyField = (props: PasswordInputProps) => (
  <PasswordField {...props} autoComplete="off" data-1p-ignore spellCheck={false} />
)
