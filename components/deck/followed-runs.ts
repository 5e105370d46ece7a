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
