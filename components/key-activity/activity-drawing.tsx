'use client'

import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useHydrated } from '@/components/ui'
import { formatDuration } from '@/lib/kernel'
import { ActivityBars } from './activity-bars'
import { ROAD_HEIGHT, roadFor } from './activity-geometry'
import { ActivityQueue, ActivityRoad } from './activity-road'
import { type ActivityState, SECONDS_SHOWN } from './activity-state'
import classes from './key-activity.module.css'
import { describePace, statusOf } from './labels'
import { useServerSecond } from './use-key-activity'

interface ActivityDrawingProps {
  readonly state: ActivityState
  readonly packRate: number
  readonly isPaused: boolean
  /** False if the person asked for less motion: then there are only bars, renewed once a second. */
  readonly mayMove: boolean
  readonly firstStep: ReactNode
}

const STRIP_OF_BARS = 58
// No road shows more than ten seconds.
const EMPTY_ROAD_S = 10

/** Draws the waiting calls, the gate, and the calls on their way beyond it. */
export function ActivityDrawing({ state, packRate, isPaused, mayMove, firstStep }: ActivityDrawingProps) {
  const { figures, seconds, offsetMs } = state
  const standing = statusOf(figures)
  const second = useServerSecond(offsetMs, seconds.length > 0 && !isPaused)
  const quietFrom = second - (mayMove ? EMPTY_ROAD_S : SECONDS_SHOWN)
  const isQuiet = !figures?.queued && !figures?.underWay && seconds.every(({ at }) => at < quietFrom)
  const bars = (height: number) => (
    <ActivityBars seconds={seconds} second={second} packRate={packRate} height={height} />
  )
  // Most people see stripes, so their words must not appear late.
  const isHydrated = useHydrated()
  const hasStripes = mayMove || !isHydrated
  const { windowMs } = roadFor(1, packRate)
  const ofBars = [`${SECONDS_SHOWN} s ago`, 'now']
  return (
    <div>
      <Group gap="xs" mb={6} className={classes.standing} data-standing={standing.kind}>
        <span className={classes.lamp} aria-hidden="true" />
        <Text size="sm" fw={600}>
          {standing.text}
        </Text>
      </Group>
      <div className={classes.body}>
        <ActivityQueue figures={figures} />
        <div className={classes.gate} data-standing={standing.kind} aria-hidden="true" />
        <div className={classes.beyond}>
          {mayMove ? (
            <ActivityRoad state={state} packRate={packRate} isPaused={isPaused} />
          ) : (
            bars(ROAD_HEIGHT)
          )}
          {isQuiet && (
            <div className={classes.quiet}>
              <Text size="sm" fw={600}>
                Nothing is moving
              </Text>
              <Text size="sm">Run a search with this key to see its calls here.</Text>
              {firstStep}
            </div>
          )}
        </div>
      </div>
      <Ends of={mayMove ? ['now', `${formatDuration(windowMs)} ago`] : ofBars} />
      <Text size="xs" c="dimmed" my={6}>
        {hasStripes &&
          'Above: each call leaves at the left and moves to the right. Stripes are a pause of the key. '}
        {hasStripes ? 'Below: each' : 'Each'} bar is one second of calls. The line is the key’s limit of{' '}
        {describePace(packRate)}. × is a call that the API refused with 429.
      </Text>
      <div className={classes.below}>
        {mayMove && bars(STRIP_OF_BARS)}
        {mayMove && <Ends of={ofBars} />}
      </div>
    </div>
  )
}

/** Labels the two ends of a time axis. */
function Ends({ of }: { readonly of: readonly string[] }) {
  return (
    <div className={classes.axis} aria-hidden="true">
      {of.map((end, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the ends stay where they are, whatever they are called.
        <Text key={index} size="xs" c="dimmed">
          {end}
        </Text>
      ))}
    </div>
  )
}
