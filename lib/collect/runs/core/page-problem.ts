import { AppError } from '@/lib/kernel'
import type { Problem } from '@/lib/upstream/client'
import { isDatabaseUnreachable } from '@/lib/upstream/pacing'

/** Why a page failed: from a call's answer, or because nothing could be sent. */
export interface PageProblem extends Pick<Problem, 'charged' | 'message' | 'upstreamWords'> {
  readonly kind:
    | Problem['kind']
    | 'key_disabled'
    | 'wallet_paused'
    | 'budget_stopped'
    | 'run_cap'
    | 'stopping'
  /** True if nothing was sent because the database that gives the slots did not answer. */
  readonly isWithoutSlots?: boolean
  /** True if a budget refused the page while others of the batch held parts of it, which may come free. */
  readonly isHeldByOthers?: boolean
}

const CANCELLED: PageProblem = {
  kind: 'cancelled',
  charged: 'no',
  message: 'The call was cancelled before it was sent.',
}

/**
 * Explains to the person why a wait ended without a slot: a pacer halts for an empty wallet, for a key, or
 * permanently.
 */
export function toUnsentProblem(error: unknown, signal: AbortSignal | undefined): PageProblem {
  if (signal?.aborted) return CANCELLED
  if (!(error instanceof AppError))
    return { kind: 'stopping', charged: 'no', message: 'The call was not sent.' }
  const kind =
    error.code === 'upstream' ? 'wallet_empty' : error.code === 'conflict' ? 'key_disabled' : 'stopping'
  return {
    kind,
    charged: 'no',
    message: error.message,
    ...(isDatabaseUnreachable(error) && { isWithoutSlots: true }),
  }
}

const SAYS = ' The API says: “'

/** Describes a problem in a sentence, with the upstream's own words. */
export const describePageProblem = ({
  message,
  upstreamWords,
}: Pick<PageProblem, 'message' | 'upstreamWords'>): string =>
  upstreamWords === undefined ? message : `${message}${SAYS}${upstreamWords}”`

/** Removes the upstream's words, which may repeat what a private search asks. */
export const removeUpstreamWords = (note: string): string => note.split(SAYS, 1)[0] ?? ''

/** Matches the words by which services tell that they do not know a user. */
const UNKNOWN_USER =
  /\b(?:user|account|profile|handle)\b.*\b(?:not (?:be )?found|not exist|doesn['’]t exist|unknown)|\b(?:no such|unknown|find (?:an? |the )?) ?(?:user|account|profile|handle)\b/i

/** Returns whether a run's note says, in the upstream's words, that there is no such user. */
export const tellsUnknownUser = (note: string | null): boolean =>
  UNKNOWN_USER.test(note?.split(SAYS).slice(1).join() ?? '')
