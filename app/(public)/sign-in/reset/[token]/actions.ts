'use server'

import { publicAction } from '@/app/_server'
import { resetPassword, resetPasswordInput } from '@/lib/teams/accounts'

export const resetPasswordAction = publicAction
  .metadata({ name: 'account.reset-password' })
  .inputSchema(resetPasswordInput)
  .action(({ ctx: { runtime }, parsedInput }) => resetPassword(runtime.accounts, parsedInput))
