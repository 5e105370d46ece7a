import { listRefusedKeys } from '@/lib/keys/keys'
import { listRecentOutcomes } from '@/lib/money/ledger'
import type { TeamCtx } from '@/lib/platform/db'
import { NOT_REACHED_PREFIX } from '@/lib/upstream/client'
import type { ConditionSource } from '../condition'

const IN_A_ROW = 5

/** Returns keys that the upstream refuses. */
export const refusedKeyConditions: ConditionSource = async ({ ctx }) => {
  const keys = await listRefusedKeys(ctx)
  return keys.map(({ id, name, prefix, walletName }) => ({
    kind: 'key_refused',
    subjectId: id,
    subjectName: name,
    isOn: true,
    title: `The key ${prefix}… is refused`,
    detail: `The API no longer accepts the key “${name}” (${prefix}…) of the wallet “${walletName}”. Replace it, or check it once the provider has fixed it.`,
    data: { prefix },
    path: `keys/${id}`,
  }))
}

/** Returns an upstream that fails one call after another. It recovers with the first page that arrives. */
export const upstreamFailureConditions: ConditionSource = async ({ ctx }) => {
  const trouble = await findTrouble(ctx, IN_A_ROW)
  if (trouble === null) return []
  return [
    {
      kind: 'upstream_failing',
      subjectId: 'upstream',
      subjectName: 'Upstream',
      isOn: trouble.isFresh,
      title: 'The API is failing',
      detail: `The last ${IN_A_ROW} calls failed, the latest with: ${trouble.reason ?? 'no reason given'}`,
      data: { failed: String(IN_A_ROW) },
      path: 'usage',
    },
  ]
}

const FRESH_MS = 30 * 60_000
/** Number of consecutive failures that are no coincidence. */
const FEW = 3

/** An upstream that fails one call after another. */
export interface UpstreamFailure {
  /** Time of the first failure, among the calls that were examined. */
  readonly since: Date
  readonly reason: string | null
  /** True if calls do not get there at all. */
  readonly isOutOfReach: boolean
  /** True if the latest failed just now; otherwise nobody has tried since. */
  readonly isFresh: boolean
}

/** Maximum by which another machine's clock may be ahead. */
const AHEAD_MS = 60_000
/** Number of the newest calls that are examined if no page is among the last few. */
const MAX_CALLS = 2_000

/**
 * Returns what is wrong with the upstream if its last `inARow` calls failed. It has recovered with the first page that
 * arrives. Calls that say nothing are skipped, such as those cancelled or refused for their pace, and what a clock
 * that was ahead has booked.
 */
async function findTrouble(ctx: TeamCtx, inARow: number): Promise<UpstreamFailure | null> {
  const now = ctx.clock.now().getTime()
  const where = { until: new Date(now + AHEAD_MS), notReached: NOT_REACHED_PREFIX }
  // Nearly always there is a page among the last few calls, and the older ones need not be read.
  const newest = await listRecentOutcomes(ctx, { ...where, among: inARow })
  if (newest.some(({ outcome }) => outcome === 'SETTLED')) return null
  const telling = await listRecentOutcomes(ctx, { ...where, among: MAX_CALLS })
  const firstPage = telling.findIndex(({ outcome }) => outcome === 'SETTLED')
  const failed = firstPage < 0 ? telling : telling.slice(0, firstPage)
  const [last, first] = [failed[0], failed.at(-1)]
  if (!last || !first || failed.length < inARow) return null
  return {
    since: first.at,
    reason: last.reason,
    isOutOfReach: last.outcome === 'FREE' && (last.reason?.startsWith(NOT_REACHED_PREFIX) ?? false),
    isFresh: now - last.at.getTime() < FRESH_MS,
  }
}

/** Returns the trouble for display: while the latest failed call is recent. */
export async function findRecentUpstreamFailure(ctx: TeamCtx): Promise<UpstreamFailure | null> {
  const trouble = await findTrouble(ctx, FEW)
  return trouble?.isFresh ? trouble : null
}
