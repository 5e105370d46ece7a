/**
 * `npm run reset-password -- ADDRESS`, in the image `node reset-password.mjs ADDRESS`: prints a link that sets a new
 * password for an account. The link works once, within a day. For the operator; Purser may be running.
 */
import { existsSync } from 'node:fs'
import { invalid, systemClock } from '@/lib/kernel'
import { dbLocation, openDb } from '@/lib/platform/db'
import { purserUrlOf, readEnv } from '@/lib/server/runtime'
import { makeResetByCommand } from '@/lib/teams/accounts'
import { runToTheEnd } from './command-line'
import { loadEnv } from './load-env'

async function run(args: readonly string[]): Promise<void> {
  const [address = '', ...others] = args
  if (address === '' || address.startsWith('-') || others.length > 0)
    throw invalid('Name the address of one account: npm run reset-password -- ada@example.org')
  loadEnv()
  const env = readEnv(process.env)
  const location = dbLocation(env)
  if (location.engine === 'sqlite' && !existsSync(location.file))
    throw invalid(`There is no database ${location.file}. Set PURSER_DATA to the folder that Purser uses.`)
  const db = openDb(location)
  try {
    const { token, expiresAt } = await makeResetByCommand(db, systemClock, address)
    console.log(`${purserUrlOf(env)}/sign-in/reset/${token.reveal()}`)
    console.log(`It sets a new password for ${address}, once, until ${expiresAt.toISOString()}.`)
  } finally {
    await db.$disconnect()
  }
}

runToTheEnd(() => run(process.argv.slice(2)))
