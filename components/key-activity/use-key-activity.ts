'use client'

import { useEffect, useRef, useState } from 'react'
import { connectEvents, type EventStatus, useEvery } from '@/components/ui'
import type { ActivityMessage, PacerFigures } from '@/lib/upstream/pacing'
import { type ActivityState, firstActivityState, takeMessage } from './activity-state'

export interface WatchedActivity {
  readonly state: ActivityState
  readonly status: EventStatus
  readonly isPaused: boolean
  setPaused(isPaused: boolean): void
}

/** Watches a key. While paused, the view stands still, and what happens meanwhile is shown on resuming. */
export function useKeyActivity(address: string, figures: PacerFigures | null): WatchedActivity {
  const [state, setState] = useState(() => firstActivityState(figures))
  const [status, setStatus] = useState<EventStatus>('connecting')
  const [isPaused, setPaused] = useState(false)
  const latest = useRef(state)
  const isHeld = useRef(false)

  useEffect(
    () =>
      connectEvents<ActivityMessage>(address, {
        onMessage(message) {
          latest.current = takeMessage(latest.current, message, performance.now())
          if (!isHeld.current) setState(latest.current)
        },
        onStatus: setStatus,
      }),
    [address],
  )
  return {
    state,
    status,
    isPaused,
    setPaused(paused) {
      isHeld.current = paused
      setPaused(paused)
      if (!paused) setState(latest.current)
    },
  }
}

/** Returns the current second of the server's monotonic clock; stands still unless running. */
export const useServerSecond = (offsetMs: number, isRunning: boolean): number =>
  useEvery(1000, isRunning, 0, () => Math.floor((performance.now() - offsetMs) / 1000))

/** Returns the text to read out, which changes rarely enough that it can be heard together with something else. */
export const useSpoken = (text: string, isRunning: boolean): string =>
  useEvery(20_000, isRunning, '', () => text)
