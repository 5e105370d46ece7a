'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { getJson } from '@/components/ui'
import type { NewestRun, NewestRuns, RunProgress } from '@/lib/collect/runs'

/**
 * Maximum number of streams. A browser without HTTP/2 has six connections to a host, and the server allows four
 * streams a person: three leave one for another tab, and connections for items and clicks. Further runs are polled.
 */
const MAX_STREAMS = 3

/** Returns whether a run continues without a person; a run page by page waits for one. */
export const isUnderWay = (run: NewestRun | null | undefined): boolean =>
  Boolean(run?.isInBackground && run.endReason === null)

/** Returns the runs that are followed by their own stream: the first few under way, none that has ended. */
export function streamedRuns(ids: readonly string[], runs: NewestRuns): ReadonlySet<string> {
  const underWay = ids.flatMap((id) => runs[id] ?? []).filter(isUnderWay)
  return new Set(underWay.slice(0, MAX_STREAMS).map(({ id }) => id))
}

/** Merges an answer into what is known of each search. A stream may have been faster. */
export function laterRuns(known: NewestRuns, found: NewestRuns): NewestRuns {
  const later = Object.entries(found).map(([id, run]) => [id, laterOf(known[id] ?? null, run)] as const)
  return { ...known, ...Object.fromEntries(later) }
}

/** Merges the streams' progress into the runs. An answer may have been faster than a stream. */
export function withStreams(
  runs: NewestRuns,
  told: Readonly<Record<string, Progress & Pick<RunProgress, 'id'>>>,
): NewestRuns {
  const later = Object.entries(runs).flatMap(([id, run]) => {
    const progress = told[id]
    return run && progress?.id === run.id ? [[id, laterOf(withProgress(run, progress), run)] as const] : []
  })
  return { ...runs, ...Object.fromEntries(later) }
}

/** Returns the later of two answers about a search: of another run, or of the same run further on. */
function laterOf(known: NewestRun | null, found: NewestRun | null): NewestRun | null {
  if (!known || !found) return found
  if (known.id !== found.id) return found.startedAt < known.startedAt ? known : found
  return progressOf(known) > progressOf(found) ? withProgress(found, known) : found
}

const progressOf = ({ endReason, pages, reusedPages }: NewestRun): number =>
  endReason === null ? pages + reusedPages : Number.POSITIVE_INFINITY

type Progress = Pick<
  NewestRun & RunProgress,
  'endReason' | 'endNote' | 'pages' | 'items' | 'newItems' | 'reusedPages' | 'reusedItems'
>

/** Returns a run with its stream's progress. */
function withProgress(run: NewestRun, progress: Progress): NewestRun {
  const { endReason, endNote, pages, items, newItems, reusedPages, reusedItems } = progress
  return { ...run, endReason, endNote, pages, items, newItems, reusedPages, reusedItems }
}

/** Returns a run that was started on this page, until the server reports it. */
export const startedRun = (id: string): NewestRun => ({
  id,
  isInBackground: true,
  isScheduled: false,
  isBaseline: false,
  memberName: '',
  endReason: null,
  endNote: null,
  pages: 0,
  items: 0,
  newItems: 0,
  reusedPages: 0,
  reusedItems: 0,
  // Earlier than any moment, so that whatever the server reports of this search is later.
  startedAt: '',
})

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
