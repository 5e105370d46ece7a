import 'server-only'
import { currentRuntime } from '@/lib/server/runtime'
import { listTeamsOf } from '@/lib/teams/teams'

/** The zone in which a person reads times outside of teams: that of their first team, which they know; else UTC. */
export async function accountZone(person: { readonly id: string }): Promise<string> {
  const [team] = await listTeamsOf(currentRuntime().db, person.id)
  return team?.timeZone ?? 'UTC'
}
