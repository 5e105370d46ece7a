import { type EntryView, listEntries, listNewestOutcomes } from '@/lib/money/ledger'
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

/** What is wrong with the upstream, if its last `inARow` calls failed. It is well again with the first page that arrives. */
export async function findTrouble(ctx: TeamCtx, inARow: number): Promise<UpstreamTrouble | null> {
  // One page among the last few calls, as nearly always, and the older ones need not be read.
  if ((await listNewestOutcomes(ctx, inARow)).includes('SETTLED')) return null
  const { entries } = await listEntries(ctx)
  const telling = entries.filter((entry) => entry.outcome === 'SETTLED' || hasFailed(entry))
  const firstPage = telling.findIndex(({ outcome }) => outcome === 'SETTLED')
  const failed = firstPage < 0 ? telling : telling.slice(0, firstPage)
  const [last, first] = [failed[0], failed.at(-1)]
  if (!last || !first || failed.length < inARow) return null
  return {
    since: first.at,
    reason: last.reason,
    isOutOfReach: isNotReached(last),
    isFresh: ctx.clock.now().getTime() - last.at.getTime() < FRESH_MS,
  }
}

/** The same for those who look: while the latest call that failed is fresh. */
export async function findFreshTrouble(ctx: TeamCtx): Promise<UpstreamTrouble | null> {
  const trouble = await findTrouble(ctx, FEW)
  return trouble?.isFresh ? trouble : null
}

/** Its answer was lost, or said that it failed, or it did not get there. A call that Purser's own stop cut off has no time that it took. */
const hasFailed = (entry: EntryView): boolean =>
  (entry.outcome === 'UNKNOWN' && entry.latencyMs !== null) ||
  (entry.outcome === 'FREE' && entry.httpStatus !== null && entry.httpStatus >= 500) ||
  isNotReached(entry)

const isNotReached = ({ outcome, reason }: Pick<EntryView, 'outcome' | 'reason'>): boolean =>
  outcome === 'FREE' && (reason?.startsWith(NOT_REACHED) ?? false)
