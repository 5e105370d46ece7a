import { readStored, storedNames, writeStored } from '@/components/ui'
import type { PageAnswer } from '@/lib/collect/runs'

export type ShownProblem = Pick<
  NonNullable<PageAnswer['problem']>,
  'charged' | 'message' | 'upstreamWords'
> & { readonly kind: string }

/** This browser's position in a run: how to continue, and why the last page failed. */
export interface StoredContinuation {
  readonly continuation: string
  /** Number of the run's pages at that time: if the run has two more, another request continued from here. */
  readonly pages: number
  /** Milliseconds since the epoch, by this browser's clock. */
  readonly keptAt: number
  readonly problem: ShownProblem | null
}

/** As long as the server accepts a continuation. */
const LIFE_MS = 15 * 60_000

/**
 * Returns a stored position that is still valid, for a run with that many pages. Null if there is none, it was used,
 * or it is too old. If the run has one page more, its answer was lost: how long the server keeps that depends on when
 * it came.
 */
export function usableContinuation(
  stored: string | null,
  pages: number,
  now: number,
): StoredContinuation | null {
  const place = stored === null ? null : parseKept(stored)
  if (place === null || place.pages < pages - 1) return null
  return place.pages < pages || now - place.keptAt < LIFE_MS ? place : null
}

function parseKept(stored: string): StoredContinuation | null {
  try {
    const value: unknown = JSON.parse(stored)
    return isKept(value) ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isKept = (value: unknown): value is StoredContinuation =>
  isObject(value) &&
  typeof value.continuation === 'string' &&
  typeof value.pages === 'number' &&
  typeof value.keptAt === 'number' &&
  (value.problem === null || isShownProblem(value.problem))

const isShownProblem = (value: unknown): value is ShownProblem =>
  isObject(value) &&
  typeof value.message === 'string' &&
  typeof value.kind === 'string' &&
  (value.charged === 'no' || value.charged === 'unknown') &&
  (value.upstreamWords === null || typeof value.upstreamWords === 'string')

const PREFIX = 'purser.run.'
const nameOf = (runId: string): string => `${PREFIX}${runId}`

/**
 * Reads this browser's position in a run, so that a reload or another tab continues there. The sealed continuation is
 * useless in any other session, and only sent in a request's body.
 */
export const readStoredContinuation = (runId: string, pages: number): StoredContinuation | null =>
  usableContinuation(readStored('localStorage', nameOf(runId)), pages, Date.now())

/** Stores the position of an answer, or forgets the run's position if the answer has none. */
export function storeContinuation({ runId, continuation, totals, problem }: PageAnswer): void {
  const shown = problem && {
    kind: problem.kind,
    charged: problem.charged,
    // A budget may leave another amount when this is read again.
    message: problem.message.replace(/” stops here: .*$/s, '” refused this page.'),
    upstreamWords: problem.upstreamWords,
  }
  removeOld()
  const place: StoredContinuation | null =
    continuation === null ? null : { continuation, pages: totals.pages, keptAt: Date.now(), problem: shown }
  writeStored('localStorage', nameOf(runId), place && JSON.stringify(place))
}

/** Forgets the position in a run that no longer goes on page by page. */
export const forgetContinuation = (runId: string): void => writeStored('localStorage', nameOf(runId), null)

/** Removes the positions that no server accepts any more, which nothing else would. */
function removeOld(): void {
  for (const name of storedNames('localStorage').filter((each) => each.startsWith(PREFIX))) {
    const place = parseKept(readStored('localStorage', name) ?? '')
    if (place === null || Date.now() - place.keptAt > LIFE_MS) writeStored('localStorage', name, null)
  }
}
