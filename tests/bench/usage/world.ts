import { mkdir } from 'node:fs/promises'
import { z } from 'zod'
import { type DbLocation, openDb } from '@/lib/platform/db'
import { type RunningServer, startServer } from '@/tests/support/server'
import { FOUNDER, foundTeam, signInTo, type TeamClient } from '@/tests/support/story'
import type { Shape } from './shape'

/** A Purser data folder, with its database. */
export interface Installation {
  readonly folder: string
  readonly location: DbLocation
}

const named = z.object({ id: z.string() })

const settingsOf = ({ folder, location }: Installation, env: Readonly<Record<string, string>> = {}) => ({
  dataFolder: folder,
  env: {
    LOG_LEVEL: 'warn',
    ...(location.engine === 'postgres' && { DATABASE_URL: location.url }),
    ...env,
  },
})

/** Creates the first account, the team, its wallets and the sandbox keys through Purser itself, then stops it. */
export async function found(installation: Installation, shape: Shape): Promise<void> {
  await mkdir(installation.folder, { recursive: true })
  const server = await startServer(settingsOf(installation))
  const admin = await foundTeam(server.baseUrl)
  const db = openDb(installation.location)
  const environments = await db.environment.findMany({ orderBy: { position: 'asc' } })
  await db.$disconnect()
  const wallets: string[] = []
  for (let place = 0; place < shape.wallets; place++)
    wallets.push(await admin.makeId('wallets/createWalletAction', { name: `Wallet ${place + 1}` }))
  for (let place = 0; place < shape.keys; place++) {
    const [walletId, environment] = [
      wallets[place % wallets.length],
      environments[place % environments.length],
    ]
    const input = { walletId, environmentId: environment?.id, name: `Key ${place + 1}` }
    named.parse(await admin.mustPerform('keys/addSandboxKeyAction', input))
  }
  await server.stop()
}

/** A Purser on an installation, and its admin, signed in. */
export interface Opened {
  readonly server: RunningServer
  readonly admin: TeamClient
}

/** Starts Purser on a filled installation. */
export async function open(
  installation: Installation,
  env?: Readonly<Record<string, string>>,
): Promise<Opened> {
  const server = await startServer(settingsOf(installation, env))
  const admin = await signInTo(server.baseUrl, 'acme', FOUNDER.email, FOUNDER.password)
  return { server, admin }
}
