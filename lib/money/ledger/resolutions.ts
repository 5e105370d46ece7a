import { conflict } from '@/lib/kernel'
import { type Db, isDuplicate, type TeamCtx, type Tx } from '@/lib/platform/db'
import { selectUnknownAttempt, selectUnknownAttempts } from './attempt-store'
import { insertResolution, type ResolutionRow, sumResolvedOfRuns } from './resolution-store'

/** An attempt of the team that ended as unknown; null for any other. */
export const findUnknown = (tx: Db | Tx, teamId: string, attemptId: string) =>
  selectUnknownAttempt(tx, teamId, attemptId)

/** The team's unknown attempts with their entries and resolutions, those without one first, newest first. */
export const listUnknownAttempts = (ctx: TeamCtx, most: number) =>
  selectUnknownAttempts(ctx.db, ctx.team.id, most)

/** The charges of the resolved unknown calls of runs: their totals do not include them. */
export const sumResolved = (ctx: TeamCtx, runIds: string[]) => sumResolvedOfRuns(ctx.db, ctx.team.id, runIds)

/** Resolves an unknown attempt, once: throws `conflict` the second time. */
export async function resolveAttempt(tx: Tx, row: ResolutionRow): Promise<void> {
  try {
    await insertResolution(tx, row)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw conflict('This call was resolved already. Reload to see how.')
  }
}
