'use client'

import { useRef } from 'react'
import { type Action, type ActionCall, useAction } from '@/components/forms'
import type { ItemView } from '@/lib/collect/items'
import type { PageAnswer } from '@/lib/collect/runs'
import { storeContinuation } from './kept-continuation'

interface StartInput {
  team: string
  runId: string
  searchId: string
  keyId: string
  capItems?: number | null
  /** Failed runs to continue, or to run their subjects again. */
  failed?: string[]
}

export type StartRun = Action<StartInput, PageAnswer>

/** The conditions under which a background run stops. */
export interface Conditions {
  readonly capItems: number | null
  readonly untilKnown: boolean
  /** Decimal text. */
  readonly capCredits: string | null
  /** ISO 8601 in the team's time zone. */
  readonly untilAt: string | null
}

export type StartBackgroundRun = Action<StartInput & Conditions, { runId: string }>

interface Starters {
  readonly startRun?: StartRun
  readonly startBackgroundRun?: StartBackgroundRun
  /** Receives the visible items of the first page as soon as they arrive, before `onStarted` is called. */
  onItems?(items: readonly ItemView[]): void
}

interface Starter extends Pick<ActionCall<unknown, PageAnswer>, 'isPending' | 'refusal'> {
  /**
   * Starts a run. `keyId`: empty for the search's own choice. `capItems`: the maximum number of items that the run may
   * buy.
   */
  start(searchId: string, keyId: string, capItems?: number | null): Promise<void>
  startInBackground(
    searchId: string,
    keyId: string,
    conditions: Conditions & Pick<StartInput, 'failed'>,
  ): Promise<void>
  /** Forgets the last refusal. */
  reset(): void
}

/** Refusals after which a run may exist. */
const UNSURE: readonly string[] = ['unreachable', 'unexpected', 'unavailable']

const NOT_OFFERED = (): Promise<never> => Promise.reject(new Error('Not offered here.'))

/**
 * Starts a run: its first page, or the whole of it in the background. The run's id stays the same until an answer
 * arrives, so a double click or a repeated request starts one run. `onStarted` gets the run's id.
 */
export function useStartRun(
  team: string,
  { startRun = NOT_OFFERED, startBackgroundRun = NOT_OFFERED, onItems }: Starters,
  onStarted: (runId: string) => void,
): Starter {
  const page = useAction(startRun)
  const background = useAction(startBackgroundRun)
  const runId = useRef<string | null>(null)
  const isUnderWay = useRef(false)

  async function once<Data>(
    send: (id: string) => ReturnType<ActionCall<unknown, Data>['call']>,
    onData?: (data: Data) => void,
  ): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    const id = runId.current ?? crypto.randomUUID()
    const wasSent = runId.current !== null
    runId.current = id
    const { data, refusal } = await send(id)
    isUnderWay.current = false
    if (data) onData?.(data)
    // It is unknown whether the run was begun, so the next try asks for the same one.
    if (refusal && UNSURE.includes(refusal.code)) return
    runId.current = null
    if (data || (wasSent && refusal?.code === 'conflict')) onStarted(id)
  }

  const take = (answer: PageAnswer) => {
    storeContinuation(answer)
    if (!answer.page) return onItems?.([])
    const { page, hidden } = answer
    onItems?.(page.items.filter(({ id }) => !hidden.includes(id)))
  }

  return {
    reset() {
      page.reset()
      background.reset()
    },
    isPending: page.isPending || background.isPending,
    refusal: page.refusal ?? background.refusal,
    start: (searchId, keyId, capItems = null) =>
      once((id) => page.call({ team, runId: id, searchId, keyId, capItems }), take),
    startInBackground: (searchId, keyId, conditions) =>
      once((id) => background.call({ team, runId: id, searchId, keyId, ...conditions })),
  }
}
