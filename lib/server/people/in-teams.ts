import type { Clock, TeamScope } from '@/lib/kernel'
import type { Db, TeamCtx } from '@/lib/platform/db'
import type { Worker } from '@/lib/server/worker'
import type { SignedIn } from '@/lib/teams/accounts'

/** Services that verbs on a whole account need. */
export interface PeopleServices {
  readonly db: Db
  readonly clock: Clock
  readonly worker: Worker
}

/**
 * Returns the context in which an installation admin acts in a team of the person whose account is changed. The right
 * was checked before, and the team's audit log names the admin.
 */
export const inTeamOf = ({ db, clock }: PeopleServices, who: SignedIn, team: TeamScope): TeamCtx => ({
  db,
  clock,
  team,
  actor: { userId: who.id, memberId: who.id, name: who.name, role: 'admin', sid: who.sid },
})
