import { type ReactNode, Suspense } from 'react'
import { CardBoundary, CardSkeleton } from '@/components/ui'

interface LoadedProps {
  readonly title: string
  /** What the card will need; 0 for one that is rarely there, so that no place is kept for it. */
  readonly height?: number
  readonly children: ReactNode
}

/** A card that loads, fails and is retried without the others. */
export function Loaded({ title, height, children }: LoadedProps) {
  return (
    <CardBoundary>
      <Suspense fallback={height === 0 ? null : <CardSkeleton title={title} {...(height && { height })} />}>
        {children}
      </Suspense>
    </CardBoundary>
  )
}
