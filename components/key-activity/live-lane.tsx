'use client'

import { Stack, Text, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { paletteClass } from '@/components/charts'
import { Card } from '@/components/ui'
import type { PacerFigures } from '@/lib/upstream/pacing'
import { LaneDrawing } from './lane-drawing'
import { LaneFigures } from './lane-figures'
import { LaneNotes } from './lane-notes'
import { LaneControls } from './lane-status'
import { LaneTable } from './lane-table'
import { describeLane } from './lane-words'
import { useLane } from './use-lane'
import { useSpoken } from './use-ticks'

interface LiveLaneProps {
  readonly team: string
  readonly keyId: string
  readonly packRate: number
  /** As they were when the page was made. */
  readonly figures: PacerFigures | null
  readonly timeZone: string
  /** Other processes may use the key too; nothing of theirs is seen here. */
  readonly isOneOfSeveral: boolean
  /** What to do where nothing moves. */
  readonly firstStep: ReactNode
}

/** A key's requests as they leave: drawn, and in figures. */
export function LiveLane(props: LiveLaneProps) {
  const [round, setRound] = useState(0)
  return <Lane key={round} {...props} onAgain={() => setRound(round + 1)} />
}

function Lane({ onAgain, ...props }: LiveLaneProps & { onAgain(): void }) {
  const { team, keyId, packRate, timeZone, isOneOfSeveral, firstStep } = props
  const lane = useLane(`/api/events/keys/${keyId}?team=${encodeURIComponent(team)}`, props.figures)
  // Still until it is known that things may move.
  const mayMove = useMediaQuery('(prefers-reduced-motion: no-preference)') ?? false
  const { state, isPaused } = lane
  const { figures } = state
  const spoken = useSpoken(describeLane(figures), !isPaused)
  const own = isOneOfSeveral ? ' As seen by this instance alone.' : ''
  return (
    <Card
      title="Live lane"
      description={`Requests of this key on their way to the upstream, evenly spaced.${own}`}
      actions={<LaneControls {...lane} onAgain={onAgain} />}
    >
      <Stack gap="md" className={paletteClass}>
        <LaneDrawing
          state={state}
          packRate={figures?.packRate ?? packRate}
          isPaused={isPaused}
          mayMove={mayMove}
          firstStep={firstStep}
        />
        <LaneFigures figures={figures} packRate={packRate} />
        <LaneNotes notes={state.notes} offsetMs={state.offsetMs} timeZone={timeZone} />
        <LaneTable state={state} />
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
