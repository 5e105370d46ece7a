'use server'

import { z } from 'zod'
import { personAction, publicAction } from '@/app/_server'
import { newAccountInput } from '@/lib/teams/accounts'
import { acceptInvite, acceptInviteWithNewAccount } from '@/lib/teams/teams'

const token = z.string().max(100)

export const acceptInviteWithNewAccountAction = publicAction
  .metadata({ name: 'invite.accept-with-new-account' })
  .inputSchema(newAccountInput.extend({ token }))
  .action(async ({ ctx: { runtime }, parsedInput: { token, ...account } }) => {
    const { slug } = await acceptInviteWithNewAccount(runtime.db, runtime.clock, token, account)
    return { slug, email: account.email }
  })

export const acceptInviteAction = personAction
  .metadata({ name: 'invite.accept' })
  .inputSchema(z.object({ token }))
  .action(async ({ ctx: { runtime, person }, parsedInput }) => {
    const { slug } = await acceptInvite(runtime.db, runtime.clock, parsedInput.token, person)
    return { slug }
  })
