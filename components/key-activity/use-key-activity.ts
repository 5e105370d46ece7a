'use client'

import { useEffect, useRef, useState } from 'react'
import { connectEvents, type EventStatus } from '@/components/ui'
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
