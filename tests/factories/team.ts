import { randomUUID } from 'node:crypto'
import type { Clock, Role } from '@/lib/kernel'
import { createWallet } from '@/lib/money/wallets'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { createFirstAccount, type SignInSuccess } from '@/lib/teams/accounts'
import {
  acceptInviteWithNewAccount,
  createInvite,
  createTeam,
  type EnvironmentView,
  findMembership,
  listEnvironments,
} from '@/lib/teams/teams'
import { accountParts, HERE, signInAs } from '@/tests/factories/sign-in'

const PASSWORD = 'correct horse battery staple'
/** Near midnight its day is another than UTC's. */
export const TEAM_ZONE = 'Europe/Berlin'

export interface TestTeam {
  readonly admin: TeamCtx
  readonly walletId: string
  readonly environments: readonly EnvironmentView[]
}

/** A team with its admin, one wallet and the usual environments. The first of a database makes the first account. */
export async function makeTeam(db: Db, clock: Clock, name = `Team ${randomUUID()}`): Promise<TestTeam> {
  const email = `${randomUUID()}@example.org`
  await createFirstAccount(accountParts(db, clock), { name: 'Ada Admin', email, password: PASSWORD }, HERE)
  // Tests have teams of people who look after no installation.
  await db.installation.updateMany({ data: { teamsBy: 'everyone' } })
  return makeTeamOf(db, clock, await signInAs(accountParts(db, clock), email, PASSWORD), name)
}

/** Another team of the same database, whose admin is a person invited for that. */
export async function makeOtherTeam(team: TestTeam, name = `Team ${randomUUID()}`): Promise<TestTeam> {
  const { db, clock } = team.admin
  const person = await join(team, 'viewer', 'Olga Other')
  return makeTeamOf(db, clock, person, name)
}

/** A new person in the team, signed in. */
export async function makeMember(team: TestTeam, role: Role, name = 'Max Member'): Promise<TeamCtx> {
  const { db, clock } = team.admin
  return contextOf(db, clock, team.admin.team.slug, await join(team, role, name))
}

async function makeTeamOf(db: Db, clock: Clock, person: SignInSuccess, name: string): Promise<TestTeam> {
  const { slug } = await createTeam(db, clock, person, { name, timeZone: TEAM_ZONE })
  const admin = await contextOf(db, clock, slug, person)
  const { id: walletId } = await createWallet(admin, { name: 'Main' })
  return { admin, walletId, environments: await listEnvironments(admin) }
}

async function join(team: TestTeam, role: Role, name: string): Promise<SignInSuccess> {
  const { db, clock } = team.admin
  const { token } = await createInvite(team.admin, { role, email: '' })
  const email = `${randomUUID()}@example.org`
  const parts = accountParts(db, clock)
  await acceptInviteWithNewAccount(parts, token.reveal(), { name, email, password: PASSWORD })
  return signInAs(parts, email, PASSWORD)
}

async function contextOf(db: Db, clock: Clock, slug: string, person: SignInSuccess): Promise<TeamCtx> {
  const membership = await findMembership(db, slug, person.id)
  if (!membership) throw new Error('The factory made no member')
  const { team, memberId, name, role } = membership
  return { team, db, clock, actor: { userId: person.id, memberId, name, role, sid: person.sid } }
}
