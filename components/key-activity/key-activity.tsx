'use client'

import { Stack, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { Card } from '@/components/ui'
import type { PacerFigures } from '@/lib/upstream/pacing'
import { ActivityControls } from './activity-controls'
import { ActivityDrawing } from './activity-drawing'
import { ActivityNotes, ActivityStats } from './activity-stats'
import { ActivityTable } from './activity-table'
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
      description={`Calls of this key on their way to the upstream, evenly spaced. Purser’s own free calls, which check the key and read its balance, are shown as “Page by page”, those by the clock as “Schedules”.${own}`}
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
