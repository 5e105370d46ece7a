'use client'

import { Button, Paper, Stack, Text } from '@mantine/core'
import { IconInbox, IconLock } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { Component, type ReactNode, startTransition } from 'react'

/** Says why nothing is here yet, and offers one action. */
export function EmptyState(props: {
  readonly title: string
  readonly text?: ReactNode
  readonly icon?: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center" bg="var(--sunken)" bdrs="lg">
      <Text span c="dimmed" lh={1} aria-hidden>
        {props.icon ?? <IconInbox size={22} />}
      </Text>
      <Text fw={600}>{props.title}</Text>
      {props.text && (
        <Text size="sm" c="dimmed" maw={440}>
          {props.text}
        </Text>
      )}
      {props.action}
    </Stack>
  )
}

/**
 * Says that something failed: what to do, the id to quote, another try. Made of parts that every page has, because
 * what failed may be the network.
 */
export function ErrorState(props: {
  readonly message?: string
  readonly requestId?: string | null
  readonly onRetry?: () => void
}) {
  return (
    <Paper role="alert" p="md" bg="var(--bad-soft)">
      <Stack gap="xs" align="flex-start">
        <Text size="sm" fw={600} c="var(--bad)">
          This could not be loaded
        </Text>
        <Text size="sm">{props.message ?? 'Something went wrong on the server. Nothing was lost.'}</Text>
        {props.requestId && (
          <Text size="sm">
            Request{' '}
            <Text span size="sm" ff="monospace">
              {props.requestId}
            </Text>
          </Text>
        )}
        {props.onRetry && (
          <Button size="xs" variant="default" onClick={props.onRetry}>
            Try again
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

/**
 * Says that the role does not suffice, which one is needed and who can grant it. `toDo` completes "Only people … may
 * …".
 */
export function ForbiddenState({ needs, toDo }: { readonly needs: string; readonly toDo: string }) {
  return (
    <EmptyState
      icon={<IconLock size={22} />}
      title={`This needs the role ${needs}`}
      text={`Only people with the role ${needs} may ${toDo}. An admin of your team can give it to you.`}
    />
  )
}

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
    // In one transition: otherwise the old children are rendered once more, fail again and stay.
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
