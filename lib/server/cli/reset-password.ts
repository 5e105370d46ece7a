import { invalid, systemClock } from '@/lib/kernel'
import { purserUrlOf } from '@/lib/server/runtime'
import { createResetLinkByCommand } from '@/lib/teams/accounts'
import type { ServerCall } from './command-line'
import { withDatabase } from './with-database'

/** `purser reset-password <address>`: prints a link that sets a new password for an account, once, within a day. */
export async function runResetPassword({ args: [address = '', ...others] }: ServerCall): Promise<number> {
  if (address === '' || address.startsWith('-') || others.length > 0)
    throw invalid('Name the address of one account: purser reset-password ada@example.org')
  await withDatabase(async ({ db, env }) => {
    const { token, expiresAt } = await createResetLinkByCommand(db, systemClock, address)
    console.log(`${purserUrlOf(env)}/sign-in/reset/${token.reveal()}`)
    console.log(`It sets a new password for ${address}, once, until ${expiresAt.toISOString()}.`)
  })
  return 0
}
