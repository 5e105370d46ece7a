'use client'

import { useRouter } from 'next/navigation'
import { Component, type ReactNode, startTransition } from 'react'
import { ErrorState } from './error-state'

interface BoundaryProps {
  readonly children: ReactNode
  readonly refresh: () => void
}

interface BoundaryState {
  readonly error: (Error & { digest?: string }) | null
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null }

  static getDerivedStateFromError(error: Error): BoundaryState {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    // Next's own signals (not-found, redirect) must pass.
    if (error.digest?.startsWith('NEXT_')) throw error
    // In one transition: otherwise the old children are rendered again, fail again and stay.
    const retry = () =>
      startTransition(() => {
        this.props.refresh()
        this.setState({ error: null })
      })
    return <ErrorState requestId={error.digest ?? null} onRetry={retry} />
  }
}

/** Lets one card fail and be retried without the others. */
export function CardBoundary({ children }: { readonly children: ReactNode }) {
  const router = useRouter()
  return <Boundary refresh={router.refresh}>{children}</Boundary>
}
