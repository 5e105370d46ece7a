import { listRecentOutcomes } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { NOT_REACHED } from '@/lib/upstream/client'

const FRESH_MS = 30 * 60_000
/** So many failures in a row are no chance. */
const FEW = 3

/** An upstream that fails one call after another. */
export interface UpstreamTrouble {
  /** When the first of them failed, of those that were looked at. */
  readonly since: Date
  readonly reason: string | null
  /** Whether calls do not get there at all. */
  readonly isOutOfReach: boolean
  /** Whether the latest failed only now: else nobody has tried since. */
  readonly isFresh: boolean
}

/** A clock of another machine may be ahead by less. */
const AHEAD_MS = 60_000
/** So many of the newest calls are looked through, where no page is among the last few. */
const MOST = 2_000

/**
 * What is wrong with the upstream, if its last `inARow` calls failed. It is well again with the first page that arrives. What
 * tells nothing in between, such as a call that was cancelled or refused for its pace, and what a clock that was ahead has
 * booked, does not count.
 */
export async function findTrouble(ctx: TeamCtx, inARow: number): Promise<UpstreamTrouble | null> {
  const now = ctx.clock.now().getTime()
  const where = { until: new Date(now + AHEAD_MS), notReached: NOT_REACHED }
  // One page among the last few calls, as nearly always, and the older ones need not be read.
  const newest = await listRecentOutcomes(ctx, { ...where, among: inARow })
  if (newest.some(({ outcome }) => outcome === 'SETTLED')) return null
  const telling = await listRecentOutcomes(ctx, { ...where, among: MOST })
  const firstPage = telling.findIndex(({ outcome }) => outcome === 'SETTLED')
  const failed = firstPage < 0 ? telling : telling.slice(0, firstPage)
  const [last, first] = [failed[0], failed.at(-1)]
  if (!last || !first || failed.length < inARow) return null
  return {
    since: first.at,
    reason: last.reason,
    isOutOfReach: last.outcome === 'FREE' && (last.reason?.startsWith(NOT_REACHED) ?? false),
    isFresh: now - last.at.getTime() < FRESH_MS,
  }
}

/** The same for those who look: while the latest call that failed is fresh. */
export async function findFreshTrouble(ctx: TeamCtx): Promise<UpstreamTrouble | null> {
  const trouble = await findTrouble(ctx, FEW)
  return trouble?.isFresh ? trouble : null
}
