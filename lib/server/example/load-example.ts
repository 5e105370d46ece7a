import type { z } from 'zod'
import { createAlertWatch } from '@/lib/alerts/alerts'
import { type Clock, SYSTEM } from '@/lib/kernel'
import { type Db, deleteTeamRows, type TeamCtx, teamTables } from '@/lib/platform/db'
import {
  createExampleTeam,
  createTeamInput,
  deleteExampleTeam,
  listExamplesToDelete,
  markExampleReady,
} from '@/lib/teams/teams'
import type { DeploymentServices } from '@/lib/upstream/providers'
import { EXAMPLE_ENVIRONMENTS } from './cast'
import { fillExample } from './fill-example'

/** Input of an example: the time zone of its days. */
export const loadExampleInput = createTeamInput.pick({ timeZone: true })

/**
 * Creates a separate team with ninety days of pretend history up to now, and returns its slug. It calls no upstream,
 * and its keys have no text. The team appears once it is complete; a job removes one that was left half filled. Throws
 * `forbidden` for a person who may create no team, and `conflict` for one who already has an example.
 */
export async function loadExample(
  db: Db,
  clock: Clock,
  signedIn: { readonly id: string; readonly name: string; readonly sid: string },
  input: z.output<typeof loadExampleInput>,
  services: DeploymentServices,
  /** Fewer only in tests that look at the last days. */
  days?: number,
): Promise<{ readonly slug: string }> {
  const ctx = await createExampleTeam(db, clock, signedIn, { ...input, environments: EXAMPLE_ENVIRONMENTS })
  const look = (at: TeamCtx) => createAlertWatch(at.clock).look({ ...at, actor: SYSTEM }, services)
  await fillExample(ctx, look, days)
  // Otherwise the first page would show no alerts of today, until the job comes by.
  await look(ctx)
  await markExampleReady(ctx)
  return { slug: ctx.team.slug }
}

/** Number of rows in one statement, each of which takes some milliseconds. */
const AT_ONCE = 500

/**
 * Deletes what belongs to examples that their admins removed or that were left half filled: table by table, in steps
 * between which others can write. It yields after each step and may be left at any of them.
 */
export async function* removeExamples(db: Db, clock: Clock): AsyncGenerator<void, void> {
  for (const teamId of await listExamplesToDelete(db, clock)) {
    const tables = await teamTables(db)
    for (const table of tables) while ((await deleteTeamRows(db, table, teamId, AT_ONCE)) === AT_ONCE) yield
    await deleteExampleTeam(db, teamId)
    yield
  }
}
