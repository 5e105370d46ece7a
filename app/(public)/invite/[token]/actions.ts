'use server'

import { personAction, publicAction } from '@/app/_server'
import { newAccountInput } from '@/lib/teams/accounts'
import { acceptInvite, acceptInviteWithNewAccount, inviteTokenInput } from '@/lib/teams/teams'

export const acceptInviteWithNewAccountAction = publicAction
  .metadata({ name: 'invite.accept-with-new-account' })
  .inputSchema(newAccountInput.extend(inviteTokenInput.shape))
  .action(async ({ ctx: { runtime }, parsedInput: { token, ...account } }) => {
    const { slug } = await acceptInviteWithNewAccount(runtime.accounts, token, account)
    return { slug, email: account.email }
  })

export const acceptInviteAction = personAction
  .metadata({ name: 'invite.accept' })
  .inputSchema(inviteTokenInput)
  .action(async ({ ctx: { runtime, person }, parsedInput }) => {
    const { slug } = await acceptInvite(runtime.db, runtime.clock, parsedInput.token, person)
    return { slug }
  })
