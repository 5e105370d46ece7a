import type { z } from 'zod'
import { type disablePersonInput, type SignedIn, setDisabled } from '@/lib/teams/accounts'
import { listPlacesOf } from '@/lib/teams/teams'
import { inTeamOf, type PeopleServices } from './in-teams'

/** Disables an account and cancels its runs, or enables it again; see `setDisabled`. Installation admins only. */
export async function disablePerson(
  services: PeopleServices,
  who: SignedIn,
  input: z.output<typeof disablePersonInput>,
): Promise<void> {
  await setDisabled(services.db, services.clock, who, input)
  if (!input.isDisabled) return
  for (const { team, memberId } of await listPlacesOf(services.db, input.userId))
    await services.worker.perform('stopMember', inTeamOf(services, who, team), { memberId })
}
