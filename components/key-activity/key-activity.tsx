'use client'

import { Badge, Button, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Card, type EventStatus } from '@/components/ui'
import type { PacerFigures } from '@/lib/upstream/pacing'
import { ActivityDrawing } from './activity-drawing'
import { ActivityNotes, ActivityStats } from './activity-stats'
import { ActivityTable } from './activity-table'
import classes from './key-activity.module.css'
import { describeActivity } from './labels'
import { useKeyActivity, useSpoken } from './use-key-activity'

interface KeyActivityProps {
  readonly team: string
  readonly keyId: string
  readonly packRate: number
  /** Figures when the page was rendered. */
  readonly figures: PacerFigures | null
  readonly timeZone: string
  /** True if other processes may use the key too, whose calls are not seen here. */
  readonly isOneOfSeveral: boolean
  /** Advice for when nothing moves. */
  readonly firstStep: ReactNode
}

/** Shows a key's calls as they leave: drawn, and in figures. */
export function KeyActivity(props: KeyActivityProps) {
  const [round, setRound] = useState(0)
  return <LiveActivity key={round} {...props} onAgain={() => setRound(round + 1)} />
}

function LiveActivity({ onAgain, ...props }: KeyActivityProps & { onAgain(): void }) {
  const { team, keyId, packRate, timeZone, isOneOfSeveral, firstStep } = props
  const activity = useKeyActivity(`/api/events/keys/${keyId}?team=${encodeURIComponent(team)}`, props.figures)
  // Still until it is known that things may move.
  const mayMove = useMediaQuery('(prefers-reduced-motion: no-preference)') ?? false
  const { state, isPaused } = activity
  const { figures } = state
  const spoken = useSpoken(describeActivity(figures), !isPaused)
  const own = isOneOfSeveral ? ' As seen by this instance alone.' : ''
  return (
    <Card
      title="Key activity"
      description={`Calls of this key on their way to the API, evenly spaced. Purser’s own free calls, which check the key and read its balance, are shown as “Page by page”, those by the clock as “Schedules”.${own}`}
      actions={<ActivityControls {...activity} onAgain={onAgain} />}
    >
      <Stack gap="md">
        <ActivityDrawing
          state={state}
          packRate={figures?.packRate ?? packRate}
          isPaused={isPaused}
          mayMove={mayMove}
          firstStep={firstStep}
        />
        <ActivityStats figures={figures} packRate={packRate} />
        <ActivityTable state={state} />
        {/* Last, because they come with the stream: nothing that is already drawn then moves. */}
        <ActivityNotes notes={state.notes} offsetMs={state.offsetMs} timeZone={timeZone} />
        <VisuallyHidden aria-live="polite">{spoken}</VisuallyHidden>
        {isPaused && (
          <Text size="sm" c="dimmed">
            The view is paused; the key is not. What happens meanwhile is shown when you resume.
          </Text>
        )}
      </Stack>
    </Card>
  )
}

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
function ActivityControls({ status, isPaused, setPaused, onAgain }: ActivityControlsProps) {
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
