import { notFound, type TeamScope } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'
import { selectMembers, selectTeam, selectTimeZone } from './store'

/** Returns the team's time zone in this transaction, since the context's may be outdated. Throws `not_found`. */
export async function timeZoneNow(tx: Db | Tx, teamId: string): Promise<string> {
  const timeZone = await selectTimeZone(tx, teamId)
  if (timeZone === null) throw notFound('The team')
  return timeZone
}

/** Returns the names of the team's admins, whom a member can ask, in the order they joined. */
export async function listAdminNames(tx: Tx, teamId: string): Promise<string[]> {
  const members = await selectMembers(tx, teamId)
  return members.flatMap(({ role, user }) => (role === 'admin' ? [user.name] : []))
}

/** Returns a team by its id; null if there is none. For a link that names it, never for a URL that somebody typed. */
export const findTeam = (db: Db | Tx, teamId: string): Promise<TeamScope | null> => selectTeam(db, teamId)
