'use client'

import { Container } from '@mantine/core'
import { ErrorState } from '@/components/ui'

interface PageErrorProps {
  readonly error: unknown
  /** Reads the page again from the server; `reset` would only re-render the failed answer. */
  retry(): void
}

/** Replaces a page that fails as a whole; cards catch their own errors. */
export default function PageError({ error, retry }: PageErrorProps) {
  return (
    <Container component="main" size="sm" py={64}>
      <ErrorState requestId={digestOf(error)} onRetry={() => retry()} />
    </Container>
  )
}

/** Returns the number under which the server logged the error. */
function digestOf(error: unknown): string | null {
  const hasDigest = typeof error === 'object' && error !== null && 'digest' in error
  return hasDigest && typeof error.digest === 'string' ? error.digest : null
}
