import type { z } from 'zod'
import { conflict } from '@/lib/kernel'
import {
  type deletePersonInput,
  eraseAccount,
  findPerson,
  type SignedIn,
  setDisabled,
} from '@/lib/teams/accounts'
import { listPlacesOf, takeOverTeam } from '@/lib/teams/teams'
import { inTeamOf, type PeopleServices } from './in-teams'

/**
 * Deletes a person: signs them out, ends each membership as a team's admin would, with its runs and invites, and
 * replaces name and address. Throws `conflict` if the person is the only admin of a team, unless the one who deletes
 * takes the team over. If it fails half way, the account stays disabled, and a second call continues. Installation
 * admins only.
 */
export async function deletePerson(
  services: PeopleServices,
  who: SignedIn,
  { userId, takesOver }: z.output<typeof deletePersonInput>,
): Promise<void> {
  const { db, clock, worker } = services
  const { name } = await findPerson(db, who, { userId })
  if (userId === who.id) throw conflict('Another installation admin can delete your account.')
  const orphans = (await listPlacesOf(db, userId)).filter(({ isOnlyAdmin }) => isOnlyAdmin)
  if (orphans.length > 0 && !takesOver) throw conflict(onlyAdmin(name, orphans))
  await setDisabled(db, clock, who, { userId, isDisabled: true })
  for (const { team } of orphans) await takeOverTeam(db, clock, who, team)
  for (const { team, memberId } of await listPlacesOf(db, userId)) {
    await worker.perform('removeMember', inTeamOf(services, who, team), { memberId })
  }
  await eraseAccount(db, clock, who, { userId })
}

function onlyAdmin(name: string, places: readonly { readonly team: { readonly name: string } }[]): string {
  const teams = places.map(({ team }) => `“${team.name}”`).join(', ')
  return `${name} is the only admin of ${teams}. Make somebody else an admin there first, or choose to become its admin yourself.`
}
