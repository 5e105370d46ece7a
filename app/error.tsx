'use client'

import { Container } from '@mantine/core'
import { ErrorState } from '@/components/ui'

/** What a page shows when it fails as a whole; cards catch their own. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  return (
    <Container component="main" size="sm" py={64}>
      <ErrorState requestId={error.digest ?? null} onRetry={reset} />
    </Container>
  )
}
