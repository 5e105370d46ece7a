import type { z } from 'zod'
import { type Clock, conflict, type TeamScope } from '@/lib/kernel'
import type { Db, TeamCtx } from '@/lib/platform/db'
import type { Worker } from '@/lib/server/worker'
import {
  type deletePersonInput,
  type disablePersonInput,
  eraseAccount,
  findPerson,
  type SignInSuccess,
  setAccountDisabled,
} from '@/lib/teams/accounts'
import { listMembershipsOf, takeOverTeam } from '@/lib/teams/teams'

/** Services that verbs on a whole account need. */
export interface PersonServices {
  readonly db: Db
  readonly clock: Clock
  readonly worker: Worker
}

/**
 * Returns the context in which an installation admin acts in a team of the person whose account is changed. The right
 * was checked before, and the team's audit log names the admin.
 */
const inTeamOf = ({ db, clock }: PersonServices, who: SignInSuccess, team: TeamScope): TeamCtx => ({
  db,
  clock,
  team,
  actor: { userId: who.id, memberId: who.id, name: who.name, role: 'admin', sid: who.sid },
})

/**
 * Deletes a person: signs them out, ends each membership as a team's admin would, with its runs and invites, and
 * replaces name and address. Throws `conflict` if the person is the only admin of a team, unless the one who deletes
 * takes the team over. If it fails half way, the account stays disabled, and a second call continues. Installation
 * admins only.
 */
export async function deletePerson(
  services: PersonServices,
  signedIn: SignInSuccess,
  { userId, takesOver }: z.output<typeof deletePersonInput>,
): Promise<void> {
  const { db, clock, worker } = services
  const { name } = await findPerson(db, signedIn, { userId })
  if (userId === signedIn.id) throw conflict('Another installation admin can delete your account.')
  const orphans = (await listMembershipsOf(db, userId)).filter(({ isOnlyAdmin }) => isOnlyAdmin)
  if (orphans.length > 0 && !takesOver) throw conflict(onlyAdmin(name, orphans))
  await setAccountDisabled(db, clock, signedIn, { userId, isDisabled: true })
  for (const { team } of orphans) await takeOverTeam(db, clock, signedIn, team)
  for (const { team, memberId } of await listMembershipsOf(db, userId)) {
    await worker.perform('removeMember', inTeamOf(services, signedIn, team), { memberId })
  }
  await eraseAccount(db, clock, signedIn, { userId })
}

function onlyAdmin(name: string, places: readonly { readonly team: { readonly name: string } }[]): string {
  const teams = places.map(({ team }) => `“${team.name}”`).join(', ')
  return `${name} is the only admin of ${teams}. Make someone else an admin there first, or choose to become its admin yourself.`
}

/** Disables an account and cancels its runs, or enables it again; see `setAccountDisabled`. Installation admins only. */
export async function disablePerson(
  services: PersonServices,
  signedIn: SignInSuccess,
  input: z.output<typeof disablePersonInput>,
): Promise<void> {
  await setAccountDisabled(services.db, services.clock, signedIn, input)
  if (!input.isDisabled) return
  for (const { team, memberId } of await listMembershipsOf(services.db, input.userId))
    await services.worker.perform('stopMember', inTeamOf(services, signedIn, team), { memberId })
}
