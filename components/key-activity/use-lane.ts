'use client'

import { useEffect, useRef, useState } from 'react'
import { connectEvents, type EventStatus } from '@/components/ui'
import type { LaneMessage, PacerFigures } from '@/lib/upstream/pacing'
import { firstLaneState, type LaneState, takeMessage } from './lane-state'

export interface WatchedLane {
  readonly state: LaneState
  readonly status: EventStatus
  readonly isPaused: boolean
  setPaused(isPaused: boolean): void
}

/** Watches a key. Paused, what is shown stands still, and what happens meanwhile is shown on going on. */
export function useLane(address: string, figures: PacerFigures | null): WatchedLane {
  const [state, setState] = useState(() => firstLaneState(figures))
  const [status, setStatus] = useState<EventStatus>('connecting')
  const [isPaused, setPaused] = useState(false)
  const latest = useRef(state)
  const isHeld = useRef(false)

  useEffect(
    () =>
      connectEvents<LaneMessage>(address, {
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
