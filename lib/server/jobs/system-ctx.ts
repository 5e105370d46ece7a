import { type Clock, SYSTEM, type TeamScope } from '@/lib/kernel'
import type { Db, TeamCtx } from '@/lib/platform/db'

/** Returns the context in which Purser itself acts for a team. */
export const systemCtx = (db: Db, clock: Clock, team: TeamScope): TeamCtx => ({
  team,
  actor: SYSTEM,
  db,
  clock,
})
