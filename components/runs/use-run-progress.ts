'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { connectEvents, type EventStatus, refreshWhenIdle } from '@/components/ui'
import type { RunProgress, RunTotals, RunView } from '@/lib/collect/runs'
import { parseNano } from '@/lib/kernel'

/** The current state of a background run. */
export interface WatchedRun
  extends Pick<RunView, 'endReason' | 'endNote' | 'cancelledByName' | 'reusedSince' | 'subjects'> {
  readonly totals: RunTotals
  /** Until when it waits for the service's limit; null if it does not, or not for long. */
  readonly waitingUntil: Date | null
  /** Its key; null while nothing is in progress, or if another process has it. */
  readonly key: RunProgress['key']
  readonly status: EventStatus
}

/** Minimum time between two readings of a batch's table. */
const REFRESH_MS = 3000

/** Watches a background run while it is open; null for other runs. */
export function useRunProgress(team: string, run: RunView): WatchedRun | null {
  const router = useRouter()
  const [progress, setProgress] = useState<RunProgress | null>(null)
  const [status, setStatus] = useState<EventStatus>('connecting')
  const isOpen = run.isInBackground && run.state === 'OPEN'
  const { id } = run

  useEffect(() => {
    if (!isOpen) return
    let giveUp: () => void = () => undefined
    let refreshed = { at: performance.now(), open: 0 }
    const disconnect = connectEvents<RunProgress>(`/api/events/runs/${id}?team=${team}`, {
      onMessage(message) {
        setProgress(message)
        if (message.state === 'OPEN') {
          // The table of a batch's subjects is the server's.
          const open = message.subjects ? message.subjects.waiting + message.subjects.running : 0
          if (open === refreshed.open || performance.now() - refreshed.at < REFRESH_MS) return
          refreshed = { at: performance.now(), open }
          giveUp()
          giveUp = refreshWhenIdle(() => router.refresh())
          return
        }
        disconnect()
        // The balance at the top and the calls below have changed.
        giveUp = refreshWhenIdle(() => router.refresh())
      },
      onStatus: setStatus,
    })
    return () => {
      disconnect()
      giveUp()
      // Leaves it to the server's newer rendering; the run may be reopened.
      setProgress(null)
    }
  }, [isOpen, id, team, router])

  if (!run.isInBackground) return null
  return { ...latestOf(run, progress), status }
}

/**
 * Returns the newer of what the server has rendered and what it has told since. A batch counts its subjects, and
 * ends, with its table, which is rendered again.
 */
export function latestOf(run: RunView, told: RunProgress | null): Omit<WatchedRun, 'status'> {
  const progress = run.state === 'OPEN' ? told : null
  const latest = progress ?? run
  const { endReason, endNote, cancelledByName } = latest
  const { subjects } = run
  const isTableOlder = subjects !== null && run.state === 'OPEN'
  return {
    ...(isTableOlder
      ? { endReason: null, endNote: null, cancelledByName: null }
      : { endReason, endNote, cancelledByName }),
    subjects,
    totals: { ...latest, chargeNano: progress ? (parseNano(progress.charge) ?? 0n) : run.chargeNano },
    reusedSince: latest.reusedSince === null ? null : new Date(latest.reusedSince),
    waitingUntil: progress?.waitingUntil ? new Date(progress.waitingUntil) : null,
    key: progress?.key ?? null,
  }
}
