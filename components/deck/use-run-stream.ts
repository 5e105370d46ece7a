'use client'

import { useEffect, useRef } from 'react'
import { connectEvents } from '@/components/ui'
import type { RunProgress } from '@/lib/collect/runs'

/** Listens to a run's stream until the run has ended. Does nothing without a run. */
export function useRunStream(
  team: string,
  runId: string | null,
  onProgress: (progress: RunProgress) => void,
): void {
  const latest = useRef(onProgress)
  useEffect(() => {
    latest.current = onProgress
  })
  useEffect(() => {
    if (runId === null) return
    const disconnect = connectEvents<RunProgress>(`/api/events/runs/${runId}?team=${team}`, {
      onMessage(message) {
        if (message.state !== 'OPEN') disconnect()
        latest.current(message)
      },
      // If it is lost, or taken by another tab, the deck's own polling continues.
      onStatus: () => undefined,
    })
    return disconnect
  }, [team, runId])
}
