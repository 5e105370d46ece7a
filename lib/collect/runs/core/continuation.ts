import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Clock, conflict } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import type { Vault } from '@/lib/platform/vault'
import type { PageProblem } from './page-problem'
import { POSITION_LIFETIME_MS } from './schemas'

const LIFE_MS = 15 * 60_000
const PAGES_REMEMBERED = 64

const claims = z.object({
  /** Expiry, in milliseconds since 1970. */
  until: z.number(),
  run: z.string(),
  key: z.string(),
  /** Id of the service that gave the cursor. */
  service: z.string().optional(),
  /** The sequence number that the run expects next, so that a continuation can be used once. */
  seq: z.number(),
  /** The upstream's cursor, unchanged; null for the first page. */
  cursor: z.string().nullable(),
  /** Hashes of the followed cursors and of the pages that they led to, to detect a loop. */
  seen: z.array(z.string()),
  /** Number of consecutive pages without items just before. */
  emptyPages: z.number().optional(),
})

type OpenContinuation = z.output<typeof claims>
export type Continuation = Omit<OpenContinuation, 'until'>

const sealFor = ({ actor, team }: TeamCtx) => ({ purpose: 'continuation', boundTo: [actor.sid, team.id] })

/**
 * Seals a cursor for the browser: bound to the login session, team, run, key and sequence, for 15 minutes. Cursors
 * are opaque and must not outlive a session, so they are never stored.
 */
export function sealContinuation(ctx: TeamCtx, vault: Vault, continuation: Continuation): string {
  const until = ctx.clock.now().getTime() + LIFE_MS
  return vault.sealText(JSON.stringify({ ...continuation, until }), sealFor(ctx))
}

/** Opens a continuation of any age. Throws `conflict` if it was altered, or belongs to another session or team. */
export function openContinuation(ctx: TeamCtx, vault: Vault, sealed: string): OpenContinuation {
  const opened = vault.openText(sealed, sealFor(ctx))
  const parsed = claims.safeParse(opened === null ? null : JSON.parse(opened))
  if (!parsed.success) throw tooOld()
  return parsed.data
}

/** Throws `conflict` if a continuation is too old to buy a page. */
export function requireFreshContinuation(ctx: TeamCtx, { until }: OpenContinuation): void {
  if (until <= ctx.clock.now().getTime()) throw tooOld()
}

const tooOld = () =>
  conflict(
    'This run can no longer be continued: its place is kept for 15 minutes, in the browser that ran it. What was bought is kept.',
  )

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12)

/**
 * Returns the continuation behind an answer's cursor, or why it must not be followed: the run has used that cursor
 * before, or a new cursor led to the same items as an earlier page. Compares the last `remembered` pages. A page
 * without items is told from another by its cursor alone.
 */
export function nextContinuation(
  from: Continuation,
  cursor: string,
  itemIds: readonly string[],
  remembered = PAGES_REMEMBERED,
): Continuation | 'repeated_cursor' | 'repeated_page' {
  const [cursorHash, pageHash] = [hashOf(cursor), hashOf(JSON.stringify(itemIds))]
  const isEmpty = itemIds.length === 0
  if (from.seen.includes(cursorHash)) return 'repeated_cursor'
  if (!isEmpty && from.seen.includes(pageHash)) return 'repeated_page'
  const seen = [...from.seen, cursorHash, pageHash].slice(-2 * remembered)
  return { ...from, seq: from.seq + 1, cursor, seen, emptyPages: isEmpty ? (from.emptyPages ?? 0) + 1 : 0 }
}

/**
 * Returns the continuation after a page that did not come. A call that may have been charged uses up its sequence
 * number, so that nobody requests that page again with the same one. Any other leaves the number unused.
 */
export const continuationAfterFailure = (
  from: Continuation,
  { charged }: Pick<PageProblem, 'charged'>,
): Continuation => (charged === 'no' ? from : { ...from, seq: from.seq + 1 })

/**
 * Positions at which runs ended and from which a person can continue within an hour. A position holds a cursor, so it
 * is only in this process's memory.
 */
export interface KeptPlaces {
  keep(continuation: Continuation): void
  has(runId: string): boolean
  /** Takes the run's position, once; null if this process has none. */
  take(runId: string): Continuation | null
}

/** Maximum number of positions; beyond it, the oldest is dropped. */
const MAX_PLACES = 1000
/** Number of pages that are remembered across the stop; a longer loop is not noticed. */
const MAX_REMEMBERED = 1000

export function createContinuationStore(clock: Clock): KeptPlaces {
  const places = createCache<Continuation>({
    max: MAX_PLACES,
    life: { ms: POSITION_LIFETIME_MS, now: () => clock.now().getTime() },
  })
  return {
    keep(continuation) {
      places.set(continuation.run, {
        ...continuation,
        seen: continuation.seen.slice(-2 * MAX_REMEMBERED),
        emptyPages: 0,
      })
    },
    has: (runId) => places.get(runId) !== undefined,
    take(runId) {
      const continuation = places.get(runId) ?? null
      places.delete(runId)
      return continuation
    },
  }
}
