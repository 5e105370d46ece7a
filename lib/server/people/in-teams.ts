import type { Clock, TeamScope } from '@/lib/kernel'
import type { Db, TeamCtx } from '@/lib/platform/db'
import type { Worker } from '@/lib/server/worker'
import type { SignedIn } from '@/lib/teams/accounts'

/** What verbs on a whole account need besides who asks. */
export interface PeopleServices {
  readonly db: Db
  readonly clock: Clock
  readonly worker: Worker
}

/**
 * An installation admin as the actor in a team of the person whose account is changed. The right was asked before; the
 * team's audit log names the one who did it.
 */
export const inTeamOf = ({ db, clock }: PeopleServices, who: SignedIn, team: TeamScope): TeamCtx => ({
  db,
  clock,
  team,
  actor: { userId: who.id, memberId: who.id, name: who.name, role: 'admin', sid: who.sid },
})
