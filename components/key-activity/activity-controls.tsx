'use client'

import { Badge, Button, Group } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { EventStatus } from '@/components/ui'
import classes from './key-activity.module.css'

interface ActivityControlsProps {
  readonly status: EventStatus
  readonly isPaused: boolean
  setPaused(isPaused: boolean): void
  onAgain(): void
}

const STATUS: Readonly<Record<EventStatus, { readonly label: string; readonly color: string }>> = {
  connecting: { label: 'Connecting', color: 'gray' },
  live: { label: 'Live', color: 'green' },
  lost: { label: 'Connection lost, reconnecting', color: 'orange' },
  'signed-out': { label: 'Ended: you are signed out', color: 'red' },
  gone: { label: 'Ended: you may no longer see this key', color: 'red' },
  replaced: { label: 'Ended: you watch in newer tabs', color: 'gray' },
}

/** Two of its words have the same width, so that nothing beside it moves; the others take what they need. */
const WIDE = {
  flex: 'none',
  minWidth: 122,
  border: 0,
  background: 'none',
  // Not a button: its dot stands beside its words.
  gridTemplateColumns: 'auto auto',
  justifyContent: 'var(--status-side)',
  paddingInlineStart: 'var(--status-pad)',
} as const

/** Shows whether the activity is live, with the button that pauses it. */
export function ActivityControls({ status, isPaused, setPaused, onAgain }: ActivityControlsProps) {
  const { label, color } = STATUS[status]
  return (
    <Group gap="xs" className={classes.controls ?? ''}>
      <Badge
        variant="dot"
        size="lg"
        color={color}
        tt="none"
        role="status"
        style={WIDE}
        className={classes.status ?? ''}
      >
        {label}
      </Badge>
      {status === 'replaced' && (
        <Button size="xs" variant="default" onClick={onAgain}>
          Watch here
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={
          isPaused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />
        }
        onClick={() => setPaused(!isPaused)}
      >
        {isPaused ? 'Resume the view' : 'Pause the view'}
      </Button>
    </Group>
  )
}
