import { Fragment, type ReactNode, Suspense } from 'react'
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
      <Suspense fallback={placeOf({ title, ...(height !== undefined && { height }) })}>{children}</Suspense>
    </CardBoundary>
  )
}

const placeOf = ({ title, height }: Pick<LoadedProps, 'title' | 'height'>): ReactNode =>
  height === 0 ? null : <CardSkeleton title={title} {...(height && { height })} />

/** A part of a page; `content` reads by itself. */
export type Part = Omit<LoadedProps, 'children'> & { readonly content: ReactNode }

/**
 * Parts below each other: all read at once and fail alone, but none shows before the one above it. So nothing that is drawn
 * moves when a part needs another height than was kept for it.
 */
export function InOrder({ parts }: { readonly parts: readonly Part[] }): ReactNode {
  const [first, ...others] = parts
  if (!first) return null
  const places = parts.map((part) => <Fragment key={part.title}>{placeOf(part)}</Fragment>)
  return (
    <Suspense fallback={places}>
      <CardBoundary>{first.content}</CardBoundary>
      <InOrder parts={others} />
    </Suspense>
  )
}
