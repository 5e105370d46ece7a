import { Alert, Code } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { Refusal } from './action'

/** Why the last try was refused, announced at once. Errors of single fields are shown at the fields too. */
export function RefusalAlert({ refusal }: { readonly refusal: Refusal | null }) {
  if (!refusal) return null
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle aria-hidden />}>
      {refusal.message}
      {refusal.requestId && (
        <>
          {' '}
          Request <Code>{refusal.requestId}</Code>
        </>
      )}
    </Alert>
  )
}
