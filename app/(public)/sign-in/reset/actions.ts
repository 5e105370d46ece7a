'use server'

import { publicAction } from '@/app/_server'
import { requestReset, requestResetInput } from '@/lib/teams/accounts'

/** Answers the same for every address, before anything is looked up. */
export const requestResetAction = publicAction
  .metadata({ name: 'account.request-reset' })
  .inputSchema(requestResetInput)
  .action(({ ctx: { runtime, visitor }, parsedInput }) =>
    requestReset(runtime.db, runtime.clock, runtime.mailer, parsedInput, visitor.source),
  )
