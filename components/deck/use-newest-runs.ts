'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { getJson } from '@/components/ui'
import type { NewestRuns, RunProgress } from '@/lib/collect/runs'
import { isUnderWay, laterRuns, startedRun, withStreams } from './followed-runs'

/** Runs are started by schedules and by others without notice to this page, so it polls. */
const REST_MS = 10_000
const BUSY_MS = 3000

interface FollowedRuns {
  readonly runs: NewestRuns
  /** True if the last request was not answered. */
  readonly isLost: boolean
  /** Applies a message of the stream of a search's newest run. */
  tell(searchId: string, progress: RunProgress): void
  /** Records that this page has started a run. */
  start(searchId: string, runId: string): void
}

/** Polls the newest run of each search at a low rate while the page is in sight. Reads only Purser's database. */
export function useNewestRuns(team: string, ids: readonly string[], first: NewestRuns): FollowedRuns {
  const client = useQueryClient()
  const searches = ids.join(',')
  const key = useMemo(() => ['newest-runs', team, searches], [team, searches])
  const latest = useRef(first)
  // Not in the query's data, because each change of that would restart its interval.
  const [told, setTold] = useState<Readonly<Record<string, RunProgress>>>({})
  const { data: found, isError } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const answer = await getJson<NewestRuns>('/api/deck', { team, searches }, signal)
      return laterRuns(client.getQueryData<NewestRuns>(key) ?? first, answer)
    },
    enabled: searches !== '',
    // When other columns are chosen, what is known of the former ones stays.
    initialData: () => latest.current,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchInterval: ({ state }) => (ids.some((id) => isUnderWay(state.data?.[id])) ? BUSY_MS : REST_MS),
  })
  latest.current = found
  const runs = useMemo(() => withStreams(found, told), [found, told])

  const tell = useCallback((searchId: string, progress: RunProgress): void => {
    setTold((known) => ({ ...known, [searchId]: progress }))
  }, [])
  const start = useCallback(
    (searchId: string, runId: string): void => {
      // An answer on its way may not know of this run.
      void client.cancelQueries({ queryKey: key })
      client.setQueryData<NewestRuns>(key, (known) => ({ ...known, [searchId]: startedRun(runId) }))
    },
    [client, key],
  )

  return { runs, isLost: isError, tell, start }
}
