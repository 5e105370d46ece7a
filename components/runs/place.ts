import type { PageAnswer } from '@/lib/collect/runs'

export type ShownProblem = Pick<
  NonNullable<PageAnswer['problem']>,
  'charged' | 'message' | 'upstreamWords'
> & {
  /** Not in what an earlier version kept. */
  readonly kind?: string
}

/** Where a run stands for this tab: how to go on, and why the last page did not come. */
export interface Place {
  readonly continuation: string
  /** Pages of the run when it was kept: once the run has more, another request went on from here. */
  readonly pages: number
  /** Milliseconds since the epoch, by this browser's clock. */
  readonly keptAt: number
  readonly problem: ShownProblem | null
}

/** As long as the server opens a continuation. */
const LIFE_MS = 15 * 60_000

/** A stored place that still leads on, for a run with so many pages; else null: nothing kept, used up, or too old. */
export function usablePlace(stored: string | null, pages: number, now: number): Place | null {
  const place = stored === null ? null : parsePlace(stored)
  if (place === null || place.pages < pages || now - place.keptAt >= LIFE_MS) return null
  return place
}

function parsePlace(stored: string): Place | null {
  try {
    const value: unknown = JSON.parse(stored)
    return isPlace(value) ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isPlace = (value: unknown): value is Place =>
  isObject(value) &&
  typeof value.continuation === 'string' &&
  typeof value.pages === 'number' &&
  typeof value.keptAt === 'number' &&
  (value.problem === null || isShownProblem(value.problem))

const isShownProblem = (value: unknown): value is ShownProblem =>
  isObject(value) &&
  typeof value.message === 'string' &&
  (value.kind === undefined || typeof value.kind === 'string') &&
  (value.charged === 'no' || value.charged === 'unknown') &&
  (value.upstreamWords === null || typeof value.upstreamWords === 'string')

const nameOf = (runId: string): string => `purser.run.${runId}`

/**
 * This tab's place in a run, so that a reload goes on where it was. The sealed continuation is of no use to any other
 * session, and only ever sent in a request's body.
 */
export function readPlace(runId: string, pages: number): Place | null {
  try {
    return usablePlace(sessionStorage.getItem(nameOf(runId)), pages, Date.now())
  } catch {
    // A browser may forbid the store: the run then goes on until the tab is reloaded.
    return null
  }
}

/** Keeps the place that an answer gave, or forgets the run's place where it gave none. */
export function keepPlace({ runId, continuation, totals, problem }: PageAnswer): void {
  const shown = problem && {
    kind: problem.kind,
    charged: problem.charged,
    message: problem.message,
    upstreamWords: problem.upstreamWords,
  }
  try {
    if (continuation === null) sessionStorage.removeItem(nameOf(runId))
    else {
      const place: Place = { continuation, pages: totals.pages, keptAt: Date.now(), problem: shown }
      sessionStorage.setItem(nameOf(runId), JSON.stringify(place))
    }
  } catch {
    // As above: the answer itself matters more than its place.
  }
}
