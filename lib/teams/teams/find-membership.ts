import { type Role, SYSTEM, type TeamScope } from '@/lib/kernel'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { role } from './schemas'
import {
  selectAllTeams,
  selectMember,
  selectMembership,
  selectTeamBySlug,
  selectTeamIdsOf,
  selectTeams,
} from './store'

export interface Membership {
  readonly team: TeamScope
  readonly memberId: string
  readonly name: string
  readonly role: Role
}

/** The person's place in the team of that slug; null for a stranger and for a team that does not exist alike. */
export async function findMembership(db: Db, slug: string, userId: string): Promise<Membership | null> {
  const team = await selectTeamBySlug(db, slug)
  const member = team && (await selectMembership(db, team.id, userId))
  return member && { team, memberId: member.id, name: member.user.name, role: role.parse(member.role) }
}

/**
 * Whether whoever a context speaks for is a member still who may run searches: asked again and again by what goes on
 * long after he asked for it. Purser itself always may.
 */
export async function mayStillRun({ db, team, actor }: TeamCtx): Promise<boolean> {
  if (actor.userId === SYSTEM.userId) return true
  const member = await selectMembership(db, team.id, actor.userId)
  return member !== null && role.parse(member.role) !== 'viewer'
}

/**
 * A context in which Purser acts for a member who is not there, with his rights as they are now: what a schedule does.
 * Null where he is no longer in the team.
 */
export async function actFor({ db, clock, team }: TeamCtx, memberId: string): Promise<TeamCtx | null> {
  const member = await selectMember(db, team.id, memberId)
  if (!member) return null
  const { id, userId, user } = member
  return {
    db,
    clock,
    team,
    actor: { memberId: id, userId, name: user.name, role: role.parse(member.role), sid: '' },
  }
}

/** Every team of the installation: for what Purser does by itself, never for a person. */
export const listAllTeams = (db: Db): Promise<TeamScope[]> => selectAllTeams(db)

/** The teams of a person, by name. */
export async function listTeamsOf(db: Db, userId: string): Promise<TeamScope[]> {
  return selectTeams(db, await selectTeamIdsOf(db, userId))
}
