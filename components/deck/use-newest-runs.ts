'use client'

import { useDocumentVisibility } from '@mantine/hooks'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useEvery } from '@/components/ui'
import type { NewestRuns, RunProgress } from '@/lib/collect/runs'
import { isUnderWay, laterRuns, startedRun, withProgress } from './followed-runs'

/** Runs are started by schedules and by others: nobody tells this page of them, so it asks. */
const REST_MS = 10_000
const BUSY_MS = 3000

interface FollowedRuns {
  readonly runs: NewestRuns
  /** Whether the last question was not answered. */
  readonly isLost: boolean
  /** Takes in what the stream of a search's newest run tells. */
  tell(searchId: string, progress: RunProgress): void
  /** Takes in that this page has started a run. */
  start(searchId: string, runId: string): void
}

/** The newest run of each search, asked for at a low rate while the page is in sight. It reads Purser's database only. */
export function useNewestRuns(team: string, ids: readonly string[], first: NewestRuns): FollowedRuns {
  const [runs, setRuns] = useState(first)
  const [isLost, setLost] = useState(false)
  const starts = useRef(0)
  const searches = ids.join(',')
  const isSeen = useDocumentVisibility() !== 'hidden'
  const isBusy = ids.some((id) => isUnderWay(runs[id]))
  const tick = useEvery(isBusy ? BUSY_MS : REST_MS, isSeen, 0, Date.now)

  const look = useCallback(async (): Promise<void> => {
    if (searches === '') return
    const before = starts.current
    try {
      const answer = await fetch(`/api/deck?${new URLSearchParams({ team, searches })}`)
      if (!answer.ok) throw new Error(String(answer.status))
      const found: NewestRuns = await answer.json()
      // An answer on its way while a run was started may not know of it.
      if (before === starts.current) setRuns((known) => laterRuns(known, found))
      setLost(false)
    } catch {
      setLost(true)
    }
  }, [team, searches])

  useEffect(() => {
    if (tick > 0) void look()
  }, [look, tick])

  const tell = useCallback((searchId: string, progress: RunProgress): void => {
    setRuns((known) => {
      const run = known[searchId]
      if (!run || run.id !== progress.id) return known
      return laterRuns(known, { [searchId]: withProgress(run, progress) })
    })
  }, [])

  const start = useCallback((searchId: string, runId: string): void => {
    starts.current++
    setRuns((known) => ({ ...known, [searchId]: startedRun(runId) }))
  }, [])

  return { runs, isLost, tell, start }
}
