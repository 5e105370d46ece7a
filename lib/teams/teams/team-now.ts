import { notFound } from '@/lib/kernel'
import type { Tx } from '@/lib/platform/db'
import { selectMembers, selectTeam } from './store'

/** The team's time zone as it stands in this transaction: a context may be older. Throws `not_found`. */
export async function timeZoneNow(tx: Tx, teamId: string): Promise<string> {
  const team = await selectTeam(tx, teamId)
  if (!team) throw notFound('The team')
  return team.timeZone
}

/** The names of the team's admins, in the order they joined: whom a member can turn to. */
export async function listAdminNames(tx: Tx, teamId: string): Promise<string[]> {
  const members = await selectMembers(tx, teamId)
  return members.flatMap(({ role, user }) => (role === 'admin' ? [user.name] : []))
}
