import { compareByName, type Role, requireAdmin, SYSTEM, type TeamScope } from '@/lib/kernel'
import type { Db, TeamCtx, Tx } from '@/lib/platform/db'
import { roleSchema } from './schemas'
import {
  selectActiveMember,
  selectAllTeams,
  selectMembership,
  selectMembershipBySlug,
  selectTeamIdsOf,
  selectTeams,
} from './store'

export interface Membership {
  readonly team: TeamScope
  readonly memberId: string
  readonly name: string
  readonly role: Role
}

/** Returns the person's membership of the team with that slug. Null for a stranger and for an unknown team alike. */
export async function findMembership(db: Db, slug: string, userId: string): Promise<Membership | null> {
  const row = await selectMembershipBySlug(db, slug, userId)
  if (!row) return null
  const { teamId, teamName, memberId, name } = row
  const team = scopeOf({ ...row, id: teamId, name: teamName })
  return { team, memberId, name, role: roleSchema.parse(row.role) }
}

/**
 * Returns whether the context's actor is still a member who can sign in and may run searches. Long-running work calls
 * this repeatedly. Purser itself always may.
 */
export async function mayStillRun({ db, team, actor }: TeamCtx): Promise<boolean> {
  if (actor.userId === SYSTEM.userId) return true
  const member = await selectMembership(db, team.id, actor.userId)
  return member !== null && roleSchema.parse(member.role) !== 'viewer'
}

/**
 * Requires an admin by the member's current role, in the transaction that writes: for what was allowed earlier and
 * then had to wait for somebody else's answer. Throws `forbidden`.
 */
export async function requireStillAdmin(tx: Tx, { team, actor }: TeamCtx, doing: string): Promise<void> {
  // Purser itself and its provisioning are not members.
  if (actor.memberId === actor.userId) return requireAdmin({ actor }, doing)
  const member = await selectMembership(tx, team.id, actor.userId)
  requireAdmin({ actor: { ...actor, role: member ? roleSchema.parse(member.role) : 'viewer' } }, doing)
}

/**
 * Returns a context in which Purser acts for an absent member, with the member's current rights: for schedules. Null
 * if the member has left the team or cannot sign in.
 */
export async function createMemberContext(
  { db, clock, team }: TeamCtx,
  memberId: string,
): Promise<TeamCtx | null> {
  const member = await selectActiveMember(db, team.id, memberId)
  if (!member) return null
  const { id, userId, user } = member
  return {
    db,
    clock,
    team,
    actor: { memberId: id, userId, name: user.name, role: roleSchema.parse(member.role), sid: '' },
  }
}

/** Returns every team of the installation, for Purser's own jobs and never for a person. */
export const listAllTeams = async (db: Db | Tx): Promise<TeamScope[]> =>
  (await selectAllTeams(db)).map(scopeOf)

/** Returns a team's row without what verbs do not need. */
const scopeOf = ({
  id,
  slug,
  name,
  timeZone,
  example,
  currency,
  showsMoney,
}: TeamScope & TeamChoices): TeamScope => ({
  id,
  slug,
  name,
  timeZone,
  ...(example !== null && { isExample: true }),
  ...(currency !== null && Boolean(showsMoney) && { moneyIn: currency }),
})

interface TeamChoices {
  readonly example: string | null
  readonly currency: string | null
  /** SQLite answers raw statements with a number. */
  readonly showsMoney: boolean | number | bigint
}

/** Returns the teams of a person by name, with an example last. */
export async function listTeamsOf(db: Db, userId: string): Promise<TeamScope[]> {
  const teams = (await selectTeams(db, await selectTeamIdsOf(db, userId))).map(scopeOf).sort(compareByName)
  return [...teams.filter((team) => !team.isExample), ...teams.filter((team) => team.isExample)]
}
