'use server'

import { personAction, publicAction } from '@/app/_server'
import { createFirstAccount, newAccountInput } from '@/lib/teams/accounts'
import { createTeam, createTeamInput } from '@/lib/teams/teams'

export const createFirstAccountAction = publicAction
  .metadata({ name: 'account.create-first' })
  .inputSchema(newAccountInput)
  .action(async ({ ctx: { runtime }, parsedInput }) => {
    const { email } = await createFirstAccount(runtime.db, runtime.clock, parsedInput)
    return { email }
  })

export const createTeamAction = personAction
  .metadata({ name: 'team.create' })
  .inputSchema(createTeamInput)
  .action(async ({ ctx: { runtime, person }, parsedInput }) => {
    const { slug } = await createTeam(runtime.db, runtime.clock, person, parsedInput)
    return { slug }
  })
