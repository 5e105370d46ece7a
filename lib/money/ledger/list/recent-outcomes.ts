import { momentOf, type StoredMoment, type TeamCtx } from '@/lib/platform/db'
import { readOutcome } from '../core/entry-fields'
import { ENTRIES } from '../core/entry-store'
import type { Outcome } from '../core/schemas'

/** The end of a call, as far as it says something about the upstream. */
export interface RecentOutcome {
  readonly outcome: Outcome
  readonly at: Date
  readonly reason: string | null
}

/** A selection of recent entries. */
interface RecentOutcomesWhere {
  readonly until: Date
  /** Number of newest entries that are considered. */
  readonly among: number
  /** Prefix of the reasons of calls that did not reach the upstream. */
  readonly notReached: string
}

/**
 * Returns those of the team's newest entries up to a moment that show whether the upstream works, newest first: pages,
 * lost answers, 5xx answers, and calls that did not reach it. Others, such as a cancelled call, show nothing.
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
