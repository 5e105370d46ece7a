import { type ReactNode, Suspense } from 'react'
import { CardBoundary, CardSkeleton } from '@/components/ui'

interface LoadedProps {
  readonly title: string
  readonly height?: number
  readonly children: ReactNode
}

/** A card that loads, fails and is retried without the others. */
export function Loaded({ title, height, children }: LoadedProps) {
  return (
    <CardBoundary>
      <Suspense fallback={<CardSkeleton title={title} {...(height && { height })} />}>{children}</Suspense>
    </CardBoundary>
  )
}
