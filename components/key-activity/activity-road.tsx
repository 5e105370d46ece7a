'use client'

import { Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import { formatCompact } from '@/lib/kernel'
import type { PacerFigures } from '@/lib/upstream/pacing'
import {
  LAG_MS,
  lastMoment,
  pausesOn,
  ROAD_HEIGHT,
  ROW_HEIGHT,
  refusedPath,
  roadFor,
  STRIP_HEIGHT,
  sentPath,
  shapeAt,
} from './activity-geometry'
import type { ActivityState } from './activity-state'
import classes from './key-activity.module.css'
import { PRIORITY_ROWS } from './labels'

interface ActivityRoadProps {
  readonly state: ActivityState
  readonly packRate: number
  readonly isPaused: boolean
}

/**
 * Draws the calls on their way, moving at the pace of time. They are redrawn with each message, a few times a second;
 * in between, each frame moves the whole belt, so that two hundred calls a second cost no more than one.
 */
export function ActivityRoad({ state, packRate, isPaused }: ActivityRoadProps) {
  const { ref: box, width } = useElementSize()
  const belt = useRef<SVGSVGElement>(null)
  const hatch = useId()
  const road = roadFor(Math.max(width, 1), packRate)
  const { events, offsetMs } = state
  // The belt is drawn around the last event and pushed along from there.
  const origin = events.at(-1)?.atMs ?? 0
  const lastAt = lastMoment(events)
  const shown = useRef(0)

  useLayoutEffect(() => {
    if (!isPaused) shown.current = performance.now() - offsetMs - LAG_MS
    move(belt.current, (shown.current - origin) * road.pxPerMs)
  })
  useEffect(() => {
    if (isPaused || origin === 0) return
    let frame = requestAnimationFrame(function draw() {
      shown.current = performance.now() - offsetMs - LAG_MS
      move(belt.current, (shown.current - origin) * road.pxPerMs)
      // Nothing moves past the road's end.
      if (shown.current - lastAt < road.windowMs) frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPaused, origin, lastAt, offsetMs, road.pxPerMs, road.windowMs])

  return (
    <div ref={box} className={classes.road} aria-hidden="true" data-activity="road">
      <svg
        ref={belt}
        className={classes.belt}
        width={Math.max(width, 1)}
        height={ROAD_HEIGHT}
        aria-hidden="true"
      >
        <defs>
          <pattern
            id={hatch}
            width="8"
            height="8"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="3" height="8" className={classes.hatch} />
          </pattern>
        </defs>
        {pausesOn(road, events, origin).map(({ key, x, width: wide }) => (
          <rect key={key} x={x} y={0} width={wide} height={ROAD_HEIGHT} fill={`url(#${hatch})`} />
        ))}
        {PRIORITY_ROWS.map(({ key, shape }) => (
          <path key={key} className={classes[key]} d={sentPath(road, events, key, shape, origin)} />
        ))}
        <path className={classes.refused} d={refusedPath(road, events, origin)} />
      </svg>
      <svg className={classes.rails} height={ROAD_HEIGHT} aria-hidden="true">
        {PRIORITY_ROWS.map(({ key }, row) => (
          <line
            key={key}
            x1="0"
            x2="100%"
            y1={STRIP_HEIGHT + ROW_HEIGHT * row}
            y2={STRIP_HEIGHT + ROW_HEIGHT * row}
          />
        ))}
      </svg>
    </div>
  )
}

function move(belt: SVGSVGElement | null, x: number): void {
  if (belt) belt.style.transform = `translate3d(${Math.round(x * 10) / 10}px, 0, 0)`
}

const MAX_SHOWN = 12
const STEP_PX = 9

/** Draws the calls that wait at the gate, a row for each priority: as many marks as fit, and the number. */
export function ActivityQueue({ figures }: { readonly figures: PacerFigures | null }) {
  return (
    <div className={classes.queue} aria-hidden="true">
      <Text size="xs" c="dimmed" className={classes.strip}>
        Waiting
      </Text>
      {PRIORITY_ROWS.map(({ key, label, shape }) => {
        const waiting = figures?.queue[key].waiting ?? 0
        const shown = Math.min(waiting, MAX_SHOWN)
        const marks = Array.from({ length: shown }, (_, index) =>
          shapeAt(shape, MAX_SHOWN * STEP_PX - index * STEP_PX - 5, 8, 3.4),
        )
        return (
          <div key={key} className={classes.queueRow}>
            <svg className={classes.key} width="14" height="14" aria-hidden="true">
              <path className={classes[key]} d={shapeAt(shape, 7, 7, 4.5)} />
            </svg>
            <div className={classes.queueName}>{label}</div>
            <svg className={classes.marks} width={MAX_SHOWN * STEP_PX} height="16" aria-hidden="true">
              <path className={classes[key]} d={marks.join('')} />
            </svg>
            <strong className={classes.count}>{formatCompact(waiting)}</strong>
          </div>
        )
      })}
    </div>
  )
}
