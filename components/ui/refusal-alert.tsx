'use client'

import { Alert, Button, Code } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'

/** Reason why an action did not do what was requested (see app/_server/action.ts). */
export interface Refusal {
  readonly code: string
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string | null
}

/**
 * Says why the last try was refused, announced immediately. Errors of single fields are also shown at the fields. If
 * the session has ended, signing in from another tab preserves what was typed.
 */
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
      {refusal.code === 'unauthenticated' && (
        <div>
          <Button
            component="a"
            href="/sign-in"
            target="_blank"
            rel="noopener"
            size="xs"
            variant="default"
            mt="xs"
          >
            Sign in
          </Button>
        </div>
      )}
    </Alert>
  )
}
