import { randomUUID } from 'node:crypto'
import { systemClock } from '../../lib/kernel'
import { transaction } from '../../lib/platform/db'
import { isInstalled, prepareAccount } from '../../lib/teams/accounts'
import { accountParts } from '../factories/sign-in'
import { AppClient } from '../support/app-client'
import { FOUNDER, makeFirstAccount, makeTeam, type TeamClient } from '../support/story'
import type { UpstreamWorld, World } from './world'

/** A team of a running Purser. */
export interface Team {
  readonly id: string
  readonly slug: string
  /** Its founder and first admin, signed in. */
  readonly admin: TeamClient
  /** The first of its environments, which is named production. */
  readonly environmentId: string
  /** The whole address of one of its pages, as `/keys`. */
  at(path?: string): string
}

/** A fresh account, signed in, of somebody who has no team yet and may make some. */
export async function makeFreshAccount({ server, db }: World) {
  const isFirst = !(await isInstalled(db))
  const email = isFirst ? FOUNDER.email : `ada-${randomUUID()}@example.org`
  const founder = isFirst ? await makeFirstAccount(server.baseUrl) : new AppClient(server.baseUrl)
  // Tests have teams of people who look after no installation.
  await db.installation.updateMany({ data: { teamsBy: 'everyone' } })
  if (!isFirst) {
    // The app makes further accounts by invites alone, and these have a place in the inviting team.
    await transaction(db, await prepareAccount(accountParts(db, systemClock), { ...FOUNDER, email }))
    await founder.signIn(email, FOUNDER.password)
  }
  return { founder, email }
}

/** A fresh team with a founder of its own, so that a test sees nothing of what other tests have made. */
export async function makeFreshTeam(world: World): Promise<Team> {
  const { server, db } = world
  const { founder, email } = await makeFreshAccount(world)
  const admin = await makeTeam(founder, email)
  const { id } = await db.team.findUniqueOrThrow({ where: { slug: admin.team } })
  const first = await db.environment.findFirstOrThrow({ where: { teamId: id, position: 0 } })
  return {
    id,
    slug: admin.team,
    admin,
    environmentId: first.id,
    at: (path = '') => `${server.baseUrl}/${admin.team}${path}`,
  }
}

/** A key of a team, with the wallets that it draws on: ours and the upstream's. */
export interface AddedKey {
  readonly id: string
  readonly secret: string
  readonly walletId: string
  readonly sandboxWallet: string
}

/** Gives a team its wallet “Main” and a key of Purser's built-in sandbox. */
export async function addSandboxKey({ admin, environmentId }: Team) {
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const keyId = await admin.makeId('keys/addSandboxKeyAction', { walletId, environmentId })
  return { walletId, keyId }
}

/** Gives a team its wallet “Main” and a key, which draw on a new wallet of the world's upstream. */
export async function addFirstKey(
  { operator }: UpstreamWorld,
  { admin, environmentId, slug }: Team,
  { balance = '100000', pack = 'Growth' } = {},
): Promise<AddedKey> {
  const sandboxWallet = await operator.createWallet({ name: slug, balance, pack })
  const secret = await operator.createKey(sandboxWallet)
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const id = await admin.makeId('keys/addKeyAction', { key: secret, walletId, environmentId })
  return { id, secret, walletId, sandboxWallet }
}
