import 'server-only'
import { currentRuntime } from '@/lib/server/runtime'
import { listTeamsOf } from '@/lib/teams/teams'

/** Returns the time zone for a person outside of teams: that of their first team, which they know; otherwise UTC. */
export async function accountZone(person: { readonly id: string }): Promise<string> {
  const [team] = await listTeamsOf(currentRuntime().db, person.id)
  return team?.timeZone ?? 'UTC'
}
