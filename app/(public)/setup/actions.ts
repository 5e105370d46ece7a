'use server'

import { personAction, publicAction } from '@/app/_server'
import { loadExample, loadExampleInput } from '@/lib/server/example'
import { createFirstAccount, firstAccountInput } from '@/lib/teams/accounts'
import { createTeam, createTeamInput } from '@/lib/teams/teams'

export const createFirstAccountAction = publicAction
  .metadata({ name: 'account.create-first' })
  .inputSchema(firstAccountInput)
  .action(async ({ ctx: { runtime, visitor }, parsedInput: { token, ...account } }) => {
    const { email } = await createFirstAccount(runtime.accounts, account, { ...visitor, token })
    return { email }
  })

export const createTeamAction = personAction
  .metadata({ name: 'team.create' })
  .inputSchema(createTeamInput)
  .action(async ({ ctx: { runtime, person }, parsedInput }) => {
    const { slug } = await createTeam(runtime.db, runtime.clock, person, parsedInput)
    return { slug }
  })

export const loadExampleAction = personAction
  .metadata({ name: 'example.load' })
  .inputSchema(loadExampleInput)
  .action(({ ctx: { runtime, person }, parsedInput }) =>
    loadExample(runtime.db, runtime.clock, person, parsedInput, runtime.upstreams),
  )
