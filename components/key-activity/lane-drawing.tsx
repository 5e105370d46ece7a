'use client'

import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDuration } from '@/lib/kernel'
import classes from './lane.module.css'
import { LaneBars } from './lane-bars'
import { ROAD_HEIGHT, roadFor } from './lane-geometry'
import { LaneQueue } from './lane-queue'
import { LaneRoad } from './lane-road'
import { type LaneState, SECONDS_SHOWN } from './lane-state'
import { standingOf } from './lane-words'
import { useServerSecond } from './use-ticks'

interface LaneDrawingProps {
  readonly state: LaneState
  readonly packRate: number
  readonly isPaused: boolean
  /** False where the person asked for less motion: then there are only bars, renewed once a second. */
  readonly mayMove: boolean
  readonly firstStep: ReactNode
}

const STRIP_OF_BARS = 58
// No road shows more than ten seconds.
const EMPTY_ROAD_S = 10

/** Who waits, the gate, and what is on its way beyond it. */
export function LaneDrawing({ state, packRate, isPaused, mayMove, firstStep }: LaneDrawingProps) {
  const { figures, seconds, offsetMs } = state
  const standing = standingOf(figures)
  const second = useServerSecond(offsetMs, seconds.length > 0 && !isPaused)
  const quietFrom = second - (mayMove ? EMPTY_ROAD_S : SECONDS_SHOWN)
  const isQuiet = !figures?.queued && !figures?.underWay && seconds.every(({ at }) => at < quietFrom)
  const bars = (height: number) => (
    <LaneBars seconds={seconds} second={second} packRate={packRate} height={height} />
  )
  const { windowMs } = roadFor(1, packRate)
  const ends = mayMove ? ['now', `${formatDuration(windowMs)} ago`] : [`${SECONDS_SHOWN} s ago`, 'now']
  return (
    <div>
      <Group gap="xs" mb={6} className={classes.standing} data-standing={standing.kind}>
        <span className={classes.lamp} aria-hidden="true" />
        <Text size="sm" fw={600}>
          {standing.text}
        </Text>
      </Group>
      <div className={classes.body}>
        <LaneQueue figures={figures} />
        <div className={classes.gate} data-standing={standing.kind} aria-hidden="true" />
        <div className={classes.beyond}>
          {mayMove ? <LaneRoad state={state} packRate={packRate} isPaused={isPaused} /> : bars(ROAD_HEIGHT)}
          {isQuiet && (
            <div className={classes.quiet}>
              <Text size="sm" fw={600}>
                Nothing is moving
              </Text>
              <Text size="sm">Run a search with this key, and its requests pass here.</Text>
              {firstStep}
            </div>
          )}
        </div>
      </div>
      <div className={classes.axis} aria-hidden="true">
        {ends.map((end) => (
          <Text key={end} size="xs" c="dimmed">
            {end}
          </Text>
        ))}
      </div>
      <Text size="xs" c="dimmed" my={6}>
        A bar is a second, the line the pack’s {packRate}/s; × is a 429
        {mayMove && ', stripes are a pause'}.
      </Text>
      {mayMove && bars(STRIP_OF_BARS)}
    </div>
  )
}
