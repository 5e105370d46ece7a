'use server'

import { personAction } from '@/app/_server'
import { deletePerson, disablePerson } from '@/lib/server/people'
import {
  createResetLink,
  deletePersonInput,
  disablePersonInput,
  installationAdminInput,
  personInput,
  setInstallationAdmin,
  setTeamCreators,
  teamCreatorsInput,
} from '@/lib/teams/accounts'

export const setInstallationAdminAction = personAction
  .metadata({ name: 'person.installation-admin' })
  .inputSchema(installationAdminInput)
  .action(({ ctx: { runtime, person }, parsedInput }) =>
    setInstallationAdmin(runtime.db, runtime.clock, person, parsedInput),
  )

export const disablePersonAction = personAction
  .metadata({ name: 'person.disable' })
  .inputSchema(disablePersonInput)
  .action(({ ctx: { runtime, person }, parsedInput }) => disablePerson(runtime, person, parsedInput))

export const deletePersonAction = personAction
  .metadata({ name: 'person.delete' })
  .inputSchema(deletePersonInput)
  .action(({ ctx: { runtime, person }, parsedInput }) => deletePerson(runtime, person, parsedInput))

/** Returns the link's token, this once only: the admin passes it on. */
export const makeResetLinkAction = personAction
  .metadata({ name: 'person.reset-link' })
  .inputSchema(personInput)
  .action(async ({ ctx: { runtime, person }, parsedInput }) => {
    const { token, expiresAt } = await createResetLink(runtime.db, runtime.clock, person, parsedInput)
    return { token: token.reveal(), expiresAt }
  })

export const setTeamMakersAction = personAction
  .metadata({ name: 'installation.team-makers' })
  .inputSchema(teamCreatorsInput)
  .action(({ ctx: { runtime, person }, parsedInput }) =>
    setTeamCreators(runtime.db, runtime.clock, person, parsedInput),
  )
