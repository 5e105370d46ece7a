'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import type { ItemView, PageAnswer, RunTotals } from '@/lib/runs'
import { keepContinuation, readContinuation } from './continuations'

export type FetchNextPage = Action<{ team: string; continuation: string }, PageAnswer>

interface Start {
  readonly team: string
  readonly runId: string
  readonly items: readonly ItemView[]
  readonly totals: RunTotals
  readonly endReason: PageAnswer['endReason']
}

/** A run as this tab sees it: what the server had, and the pages bought since. */
export function useNextPage(start: Start, fetchNextPage: FetchNextPage) {
  const router = useRouter()
  const { call, isPending, refusal } = useAction(fetchNextPage)
  const [items, setItems] = useState(start.items)
  const [totals, setTotals] = useState(start.totals)
  const [endReason, setEndReason] = useState(start.endReason)
  const [problem, setProblem] = useState<PageAnswer['problem']>(null)
  /** Undefined until the browser's store was read; null where this tab has no way on. */
  const [continuation, setContinuation] = useState<string | null | undefined>(undefined)
  useEffect(() => setContinuation(readContinuation(start.runId)), [start.runId])

  const next = async () => {
    if (!continuation) return
    const { data, refusal } = await call({ team: start.team, continuation })
    // Used up or too old: it leads nowhere any more.
    if (refusal?.code === 'conflict') {
      keepContinuation(start.runId, null)
      setContinuation(null)
    }
    if (!data) return
    keepContinuation(start.runId, data.continuation)
    setContinuation(data.continuation)
    setTotals(data.totals)
    setEndReason(data.endReason)
    setProblem(data.problem)
    if (data.page) setItems((known) => [...known, ...(data.page?.items ?? [])])
    // The balance on top and the calls below have changed.
    router.refresh()
  }
  return { items, totals, endReason, problem, refusal, continuation, isPending, next }
}
