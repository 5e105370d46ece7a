'use client'

import { useRef } from 'react'
import { type Action, type ActionCall, useAction } from '@/components/forms'
import type { PageAnswer } from '@/lib/runs'
import { keepPlace } from './place'

export type StartRun = Action<
  { team: string; runId: string; searchId: string; keyId: string; capItems?: number | null },
  PageAnswer
>

interface Starter extends Pick<ActionCall<unknown, PageAnswer>, 'isPending' | 'refusal'> {
  /** `capItems`: the most items that the run may come to; none unless given. */
  start(searchId: string, keyId: string, capItems?: number | null): Promise<void>
}

/**
 * Starts a run and buys its first page. The run's id stays the same until an answer came, so a double click or a
 * request sent twice starts one run; `onStarted` then gets the run's id.
 */
export function useStartRun(team: string, startRun: StartRun, onStarted: (runId: string) => void): Starter {
  const { call, isPending, refusal } = useAction(startRun)
  const runId = useRef<string | null>(null)
  const isUnderWay = useRef(false)
  return {
    isPending,
    refusal,
    async start(searchId, keyId, capItems = null) {
      if (isUnderWay.current) return
      isUnderWay.current = true
      const id = runId.current ?? crypto.randomUUID()
      const wasSent = runId.current !== null
      runId.current = id
      const { data, refusal } = await call({ team, runId: id, searchId, keyId, capItems })
      isUnderWay.current = false
      if (data) keepPlace(data)
      // Whether an unanswered request arrived is not known: the next try asks for the same run.
      if (refusal?.code === 'unreachable') return
      runId.current = null
      if (data || (wasSent && refusal?.code === 'conflict')) onStarted(id)
    },
  }
}
