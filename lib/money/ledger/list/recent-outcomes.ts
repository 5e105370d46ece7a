import { momentOf, type StoredMoment, type TeamCtx } from '@/lib/platform/db'
import { readOutcome } from '../core/entry-fields'
import { ENTRIES } from '../core/entry-store'
import type { Outcome } from '../core/schemas'

/** How a call ended, as far as it tells of the upstream. */
export interface RecentOutcome {
  readonly outcome: Outcome
  readonly at: Date
  readonly reason: string | null
}

/** Which entries. */
interface RecentOutcomesWhere {
  readonly until: Date
  /** How many of the newest are looked through. */
  readonly among: number
  /** What the reasons of calls that did not get there begin with. */
  readonly notReached: string
}

/**
 * Of the team's newest entries by a moment those that tell whether the upstream is well, the last one first: pages, answers
 * that were lost, answers of 5xx, and calls that did not get there. Others tell nothing, such as a call that was cancelled.
 */
export async function listRecentOutcomes(
  { db, team }: TeamCtx,
  { until, among, notReached }: RecentOutcomesWhere,
): Promise<RecentOutcome[]> {
  const rows = await db.$queryRaw<{ outcome: string; at: StoredMoment; reason: string | null }[]>`
    SELECT t."outcome", t."at", t."reason" FROM (
      SELECT e."id", e."outcome", e."at", e."reason", e."httpStatus", e."latencyMs" FROM ${ENTRIES}
      WHERE e."teamId" = ${team.id} AND e."at" <= ${until} ORDER BY e."at" DESC, e."id" DESC LIMIT ${among}
    ) t
    WHERE t."outcome" = 'SETTLED' OR (t."outcome" = 'UNKNOWN' AND t."latencyMs" IS NOT NULL)
      OR (t."outcome" = 'FREE' AND (t."httpStatus" >= 500 OR t."reason" LIKE ${`${notReached}%`}))
    ORDER BY t."at" DESC, t."id" DESC`
  return rows.map(({ outcome, at, reason }) => ({ outcome: readOutcome(outcome), at: momentOf(at), reason }))
}
