'use server'

import { z } from 'zod'
import { changePasswordInBrowser, personAction } from '@/app/_server'
import {
  changePasswordInput,
  changeProfile,
  endOtherSessions,
  endSession,
  endSessionInput,
  profileInput,
} from '@/lib/teams/accounts'

export const changeProfileAction = personAction
  .metadata({ name: 'account.change-profile' })
  .inputSchema(profileInput)
  .action(({ ctx: { runtime, person }, parsedInput }) =>
    changeProfile(runtime.db, runtime.clock, person, parsedInput),
  )

export const changePasswordAction = personAction
  .metadata({ name: 'account.change-password' })
  .inputSchema(changePasswordInput)
  .action(({ ctx: { person, visitor }, parsedInput }) =>
    changePasswordInBrowser(person, visitor, parsedInput),
  )

export const endSessionAction = personAction
  .metadata({ name: 'account.end-session' })
  .inputSchema(endSessionInput)
  .action(({ ctx: { runtime, person }, parsedInput }) =>
    endSession(runtime.db, runtime.clock, person, parsedInput),
  )

export const endOtherSessionsAction = personAction
  .metadata({ name: 'account.end-other-sessions' })
  .inputSchema(z.object({}))
  .action(({ ctx: { runtime, person } }) => endOtherSessions(runtime.db, runtime.clock, person))
