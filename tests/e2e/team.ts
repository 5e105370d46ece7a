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
  /** Its first environment, named production. */
  readonly environmentId: string
  /** Returns the full address of one of its pages, such as `/keys`. */
  at(path?: string): string
}

/** Makes a fresh account, signed in, of a person who has no team and may create teams. */
export async function makeFreshAccount({ server, db }: World) {
  const isFirst = !(await isInstalled(db))
  const email = isFirst ? FOUNDER.email : `ada-${randomUUID()}@example.org`
  const founder = isFirst ? await makeFirstAccount(server.baseUrl) : new AppClient(server.baseUrl)
  // The people of tests are not installation admins, so everyone must be allowed to create teams.
  await db.installation.updateMany({ data: { teamsBy: 'everyone' } })
  if (!isFirst) {
    // The app creates further accounts only by invite, and these would belong to the inviting team.
    await transaction(db, await prepareAccount(accountParts(db, systemClock), { ...FOUNDER, email }))
    await founder.signIn(email, FOUNDER.password)
  }
  return { founder, email }
}

/** Makes a fresh team with its own founder, so that a test sees nothing of other tests. */
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

/** A team's key, with the wallets that it draws on: ours and the upstream's. */
export interface AddedKey {
  readonly id: string
  readonly secret: string
  readonly walletId: string
  readonly sandboxWallet: string
}

/** Gives a team the wallet “Main” and a key of Purser's built-in sandbox. */
export async function addSandboxKey({ admin, environmentId }: Team) {
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const keyId = await admin.makeId('keys/addSandboxKeyAction', { walletId, environmentId })
  return { walletId, keyId }
}

/** Gives a team the wallet “Main” and a key that draws on a new wallet of the world's upstream. */
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
