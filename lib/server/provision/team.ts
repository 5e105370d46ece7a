import { invalid, type TeamScope } from '@/lib/kernel'
import { switchService } from '@/lib/keys/keys'
import { changeTeam } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import { findAccount } from '@/lib/teams/accounts'
import {
  addMember,
  changeRole,
  createEmptyTeam,
  findPlace,
  findTeam,
  listAllTeams,
  listMembers,
} from '@/lib/teams/teams'
import { getProvider } from '@/lib/upstream/providers'
import { PROVISIONING } from './actor'
import type { ProvisionParts } from './parts'
import { atPlace, FileFault, type FilePlace } from './place'
import { provisionThing } from './provision-thing'
import { sameOrOnlyOne } from './references'
import type { ProvisionedTeam } from './schemas'
import type { TeamWork } from './team-work'

/** Finds or creates the team, in the time zone of the file. Null if people have removed it. */
export async function provisionTeam(
  parts: ProvisionParts,
  place: FilePlace,
  given: ProvisionedTeam,
): Promise<TeamCtx | null> {
  const { db, clock, report } = parts
  const { name, timeZone } = given
  return atPlace(place, given, async () => {
    const state = await provisionThing(
      parts,
      { teamId: '', kind: 'team', name },
      {
        find: async (known) =>
          sameOrOnlyOne(await listAllTeams(db), name, { known, what: 'A team of this name' }),
        isThere: async (id) => (await findTeam(db, id)) !== null,
        async make() {
          await requireAnAdmin(parts, place, given)
          const hasEnvironments = given.environments.length === 0
          return createEmptyTeam({ db, clock, actor: PROVISIONING }, { name, timeZone, hasEnvironments })
        },
      },
    )
    const team = state.is === 'gone' ? null : await findTeam(db, state.id)
    if (!team) return null
    const ctx = { team, actor: PROVISIONING, db, clock }
    if (team.timeZone === timeZone) return ctx
    await changeTeam(ctx, { name: team.name, timeZone })
    report.changed('team', name)
    return { ...ctx, team: { ...team, timeZone } satisfies TeamScope }
  })
}

/** Switches a team to the service that the file names. */
export async function provisionProvider(
  { access, report }: ProvisionParts,
  { ctx, place }: TeamWork,
  provider: ProvisionedTeam['provider'],
): Promise<void> {
  if (provider === undefined) return
  await atPlace([...place, 'provider'], {}, async () => {
    const { choice } = await getProvider(ctx, access.upstreams)
    if (choice.provider === provider && !choice.isSandbox) return
    await switchService(ctx, access.upstreams, { provider, isSandbox: false, baseUrl: '' })
    report.changed('service', provider)
  })
}

/** Throws `FileFault` if a new team would have no admin, because nobody could help it then. */
async function requireAnAdmin({ db }: ProvisionParts, place: FilePlace, { members }: ProvisionedTeam) {
  for (const { email, role } of members)
    if (role === 'admin' && (await findAccount(db, email)) !== null) return
  throw new FileFault(
    [...place, 'members'],
    'A new team needs an admin, who has an account or stands under “people”.',
  )
}

/**
 * Adds the members that never were in the team, and gives the others the role of the file. Admins come first, so that
 * the file may replace the admin. If people have removed all other admins, the last one stays admin.
 */
export async function provisionMembers(
  parts: ProvisionParts,
  { ctx, place, references }: TeamWork,
  members: ProvisionedTeam['members'],
  people: ReadonlySet<string>,
): Promise<void> {
  const placed = members.map((given, index) => ({ given, index }))
  const isAdmin = ({ given }: (typeof placed)[number]) => given.role === 'admin'
  for (const { given, index } of [...placed.filter(isAdmin), ...placed.filter((each) => !isAdmin(each))]) {
    const { email, role } = given
    await atPlace([...place, 'members', index], given, async () => {
      const account = await findAccount(ctx.db, email)
      // A person whose account people have deleted does not come back.
      if (!account && people.has(email)) return references.note('member', email, { is: 'gone' })
      const found = account && (await findPlace(ctx, account.id))
      const thing = { teamId: ctx.team.id, kind: 'member', name: email }
      const state = await provisionThing(parts, thing, {
        find: async () => found && { id: found.id, isGone: found.hasLeft },
        isThere: async () => false,
        async make() {
          if (!account) throw invalid('The member was not added.', { email: NO_ACCOUNT })
          return addMember(ctx, { account, role })
        },
      })
      references.note('member', email, state)
      if (state.is !== 'there' || !found || found.role === role) return
      if (await isLastAdmin(ctx, state.id)) return parts.report.left('last admin', email)
      await changeRole(ctx, { memberId: state.id, role })
      parts.report.changed('member', email)
    })
  }
}

async function isLastAdmin(ctx: TeamCtx, memberId: string): Promise<boolean> {
  const admins = (await listMembers(ctx)).filter(({ role }) => role === 'admin')
  return admins.length === 1 && admins[0]?.id === memberId
}

const NO_ACCOUNT = 'There is no account of this address. Name the person under “people”.'
