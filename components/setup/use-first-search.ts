'use client'

import { useCallback, useRef, useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { type StartRun, useStartRun } from '@/components/runs'
import type { PageAnswer } from '@/lib/collect/runs'
import type { SearchFields } from '@/lib/collect/searches'

interface FirstSearch {
  readonly team: string
  readonly keyId: string
  readonly createSearch: Action<SearchFields & { team: string }, { id: string }>
  readonly updateSearch: Action<SearchFields & { team: string; searchId: string }>
  readonly startRun: StartRun
  onDone(runId: string | null): void
}

/**
 * Saves the first search and runs it. Once saved it stays the same search: if the page failed, the next try changes it
 * to the typed values and runs it.
 */
export function useFirstSearch({ team, keyId, createSearch, updateSearch, startRun, onDone }: FirstSearch) {
  const created = useAction(createSearch)
  const updated = useAction(updateSearch)
  const searchId = useRef<string | null>(null)
  const failed = useRef(false)
  const [problem, setProblem] = useState<PageAnswer['problem']>(null)
  const [isUnread, setUnread] = useState(false)
  const startAndLook: StartRun = useCallback(
    async (input) => {
      const answer = await startRun(input)
      const { data } = answer
      const unread = data?.endReason === 'unread_items'
      failed.current = unread || (data?.problem ?? null) !== null
      setProblem(data?.problem ?? null)
      setUnread(unread)
      return answer
    },
    [startRun],
  )
  // A run whose page failed, or cannot be read, does not finish the set-up, because the problem can be fixed here.
  const started = useStartRun(team, { startRun: startAndLook }, (runId) => {
    if (!failed.current) onDone(runId)
  })

  const keep = async (fields: SearchFields): Promise<string | null> => {
    if (searchId.current === null) {
      searchId.current = (await created.call({ ...fields, team })).data?.id ?? null
      return searchId.current
    }
    const { ok } = await updated.call({ ...fields, team, searchId: searchId.current })
    return ok ? searchId.current : null
  }
  return {
    problem,
    /** True if a page was bought but none of its items can be read. */
    isUnread,
    refusal: created.refusal ?? updated.refusal ?? started.refusal,
    isPending: created.isPending || updated.isPending || started.isPending,
    async save(fields: SearchFields) {
      if (await keep(fields)) onDone(null)
    },
    async run(fields: SearchFields) {
      setProblem(null)
      setUnread(false)
      const id = await keep(fields)
      if (id) await started.start(id, keyId)
    },
  }
}
