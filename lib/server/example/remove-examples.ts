import type { Clock } from '@/lib/kernel'
import { type Db, deleteTeamRows, teamTables } from '@/lib/platform/db'
import { deleteExampleTeam, listLeavingExamples } from '@/lib/teams/teams'

/** Number of rows in one statement, each of which takes some milliseconds. */
const AT_ONCE = 500

/**
 * Deletes what belongs to examples that their admins removed or that were left half filled: table by table, in steps
 * between which others can write. It yields after each step and may be left at any of them.
 */
export async function* removeExamples(db: Db, clock: Clock): AsyncGenerator<void, void> {
  for (const teamId of await listLeavingExamples(db, clock)) {
    const tables = await teamTables(db)
    for (const table of tables) while ((await deleteTeamRows(db, table, teamId, AT_ONCE)) === AT_ONCE) yield
    await deleteExampleTeam(db, teamId)
    yield
  }
}
