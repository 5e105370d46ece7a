'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import type { Refusal } from '@/components/ui'
import type { ItemView } from '@/lib/collect/items'
import type { PageAnswer, RunTotals } from '@/lib/collect/runs'
import {
  forgetContinuation,
  readStoredContinuation,
  type ShownProblem,
  storeContinuation,
} from './kept-continuation'

export type FetchNextPage = Action<{ team: string; continuation: string }, PageAnswer>

interface Bought {
  readonly totals: RunTotals
  readonly endReason: PageAnswer['endReason']
}

/** The page that this tab bought last, and the indices of its items; null if it was empty. */
export interface ReceivedPage {
  readonly page: number
  readonly first: number | null
  readonly last: number | null
}

interface Start extends Bought {
  readonly team: string
  readonly runId: string
  /** Receives the items of each new page. */
  onItems(items: readonly ItemView[]): void
}

/** Holds a run as this tab sees it: the server's state, and the pages bought since. */
export function useNextPage(start: Start, fetchNextPage: FetchNextPage) {
  const { team, runId } = start
  const router = useRouter()
  const { call, reset, isPending, refusal } = useAction(fetchNextPage)
  const [here, setHere] = useState<Bought>(start)
  const [came, setCame] = useState<ReceivedPage | null>(null)
  const [problem, setProblem] = useState<ShownProblem | null>(null)
  /** Undefined until the browser's storage is read; null if this browser cannot continue. */
  const [continuation, setContinuation] = useState<string | null | undefined>(undefined)
  const isUnderWay = useRef(false)
  // A page that was bought but whose answer was lost arrives with the next refresh.
  const { totals, endReason } = start.totals.pages > here.totals.pages ? start : here
  const pagesAtFirst = useRef(totals.pages)

  /** Requests again a page that came but whose answer was lost: it costs nothing, and returns how the run continues. */
  const askAgain = useEffectEvent(async (lost: string) => {
    const { data, refusal } = await call({ team, continuation: lost })
    if (data) storeContinuation(data)
    const isGone = refusal?.code === 'conflict'
    if (isGone) reset()
    setContinuation(data ? data.continuation : isGone ? null : lost)
    setProblem(data?.problem ?? null)
  })

  useEffect(() => {
    const place = readStoredContinuation(runId, pagesAtFirst.current)
    if (place && place.pages < pagesAtFirst.current) return void askAgain(place.continuation)
    setContinuation(place?.continuation ?? null)
    setProblem(place?.problem ?? null)
    // The browser went back to a page from before the latest answer.
    if (place && place.pages > pagesAtFirst.current) router.refresh()
  }, [runId, router])

  const next = async () => {
    if (!continuation || isUnderWay.current) return
    isUnderWay.current = true
    const { data, refusal } = await call({ team, continuation })
    isUnderWay.current = false
    // Another request continued from here, or the position is too old: this one leads nowhere.
    if (refusal?.code === 'conflict') {
      setContinuation(null)
      router.refresh()
    }
    if (!data) return
    storeContinuation(data)
    setContinuation(data.continuation)
    setProblem(data.problem)
    setCame(data.page && cameOf(data.totals.pages, data.page.items))
    if (data.page) start.onItems(data.page.items)
    setHere({ totals: data.totals, endReason: data.endReason })
    // The balance at the top and the calls below have changed.
    router.refresh()
  }
  /** Leaves the run, which goes on elsewhere. */
  const leave = () => {
    forgetContinuation(runId)
    setContinuation(null)
    router.refresh()
  }
  return {
    leave,
    totals,
    endReason,
    problem,
    refusal: refusal && sureOf(refusal),
    continuation,
    isPending,
    came,
    next,
  }
}

/** Adds that a lost answer may be that of a bought page, which the server sends again. */
const sureOf = (refusal: Refusal): Refusal =>
  refusal.code === 'unreachable'
    ? {
        ...refusal,
        message:
          'The server could not be reached. Try again: if the page was bought already, it comes without another charge.',
      }
    : refusal

const cameOf = (page: number, items: readonly ItemView[]): ReceivedPage => ({
  page,
  first: items[0]?.place ?? null,
  last: items.at(-1)?.place ?? null,
})
