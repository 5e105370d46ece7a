import { AppError, invalid, type Secret, type TeamScope } from '@/lib/kernel'
import { switchService } from '@/lib/keys/keys'
import { changeTeam } from '@/lib/money/budgets'
import { type TeamCtx, whileLocked } from '@/lib/platform/db'
import { singleLineText } from '@/lib/platform/input'
import { addAccount, findAccount, isInstalled, newAccountInput } from '@/lib/teams/accounts'
import {
  addMember,
  changeRole,
  createEmptyTeam,
  findAnyMembership,
  findTeam,
  listAllTeams,
  listMembers,
} from '@/lib/teams/teams'
import { getProvider } from '@/lib/upstream/providers'
import {
  type FilePosition,
  type ProvisionedTeam,
  type ProvisionFile,
  ProvisionFileError,
  readProvisionFile,
  readSecretText,
  runAtFilePosition,
} from './file'
import { provisionSections } from './sections'
import {
  createNameReferences,
  createProvisionReport,
  findKnownOrOnlyThing,
  PROVISIONING_ACTOR,
  type ProvisionParts,
  type ProvisionReport,
  type ProvisionServices,
  provisionThing,
  type TeamProvisioning,
} from './things'

/**
 * Brings the installation to the state in the file of PURSER_PROVISION; nothing is deleted. A second time it changes
 * nothing. If several instances start at the same time, one does it, and the others wait. Throws a message that names
 * the position in the file.
 */
export async function provision(services: ProvisionServices): Promise<ProvisionReport['lines']> {
  const { path } = services.places
  try {
    const file = await readProvisionFile(path)
    const people = new Set(file.people.map(({ email }) => email))
    return await whileLocked(services.location, 'purser: provisioning', async () => {
      const report = createProvisionReport()
      const parts = { ...services, report }
      await provisionPeople(parts, file.people)
      for (const [index, team] of file.teams.entries()) {
        const filePosition = ['teams', index]
        const ctx = await provisionTeam(parts, filePosition, team)
        if (!ctx) continue
        const work = { ...parts, ctx, filePosition, references: createNameReferences(ctx) }
        await provisionMembers(work, team.members, people)
        await provisionProvider(work, team.provider)
        await provisionSections(work, team)
      }
      return report.lines
    })
  } catch (cause) {
    if (!(cause instanceof ProvisionFileError)) throw cause
    throw new AppError(
      'unavailable',
      `The file ${path} (PURSER_PROVISION) cannot be applied. ${cause.message}`,
    )
  }
}

/** Creates the accounts of the file that never existed. An existing account stays as its person has it. */
async function provisionPeople(parts: ProvisionParts, people: ProvisionFile['people']): Promise<void> {
  const hasAdmin = people.some(({ isInstallationAdmin }) => isInstallationAdmin)
  if (people.length > 0 && !hasAdmin && !(await isInstalled(parts.db)))
    throw new ProvisionFileError(
      ['people'],
      'Purser has no account yet, so one of these must look after the installation: set isInstallationAdmin to true.',
    )
  for (const [index, person] of people.entries()) {
    const { email, name, isInstallationAdmin } = person
    await runAtFilePosition(['people', index], person, () =>
      provisionThing(
        parts,
        { teamId: '', kind: 'person', name: email },
        {
          find: () => findAccount(parts.db, email),
          isThere: async () => false,
          async make() {
            const password = await passwordOf(parts, ['people', index, 'password'], person.password)
            return addAccount(parts, { name, email, password, isInstallationAdmin }, PROVISIONING_ACTOR.name)
          },
        },
      ),
    )
  }
}

/** No password field accepts line breaks or other control characters. */
const typeable = singleLineText(newAccountInput.shape.password)

const passwordOf = async (
  { places }: ProvisionParts,
  filePosition: FilePosition,
  text: string | undefined,
): Promise<Secret | null> =>
  text === undefined
    ? null
    : runAtFilePosition(filePosition, null, async () => {
        const password = await readSecretText(text, places, { isPassword: true })
        const { success, error } = typeable.safeParse(password.reveal())
        if (!success) throw invalid(error.issues[0]?.message ?? 'Choose another password.')
        return password
      })

/** Finds or creates the team, in the time zone of the file. Null if people have removed it. */
async function provisionTeam(
  parts: ProvisionParts,
  filePosition: FilePosition,
  given: ProvisionedTeam,
): Promise<TeamCtx | null> {
  const { db, clock, report } = parts
  const { name, timeZone } = given
  return runAtFilePosition(filePosition, given, async () => {
    const state = await provisionThing(
      parts,
      { teamId: '', kind: 'team', name },
      {
        find: async (known) =>
          findKnownOrOnlyThing(await listAllTeams(db), name, { known, what: 'A team of this name' }),
        isThere: async (id) => (await findTeam(db, id)) !== null,
        async make() {
          await requireAnAdmin(parts, filePosition, given)
          const hasEnvironments = given.environments.length === 0
          return createEmptyTeam(
            { db, clock, actor: PROVISIONING_ACTOR },
            { name, timeZone, hasEnvironments },
          )
        },
      },
    )
    const team = state.is === 'gone' ? null : await findTeam(db, state.id)
    if (!team) return null
    const ctx = { team, actor: PROVISIONING_ACTOR, db, clock }
    if (team.timeZone === timeZone) return ctx
    await changeTeam(ctx, { name: team.name, timeZone })
    report.changed('team', name)
    return { ...ctx, team: { ...team, timeZone } satisfies TeamScope }
  })
}

/** Switches a team to the service that the file names. */
async function provisionProvider(
  { access, report, ctx, filePosition }: TeamProvisioning,
  provider: ProvisionedTeam['provider'],
): Promise<void> {
  if (provider === undefined) return
  await runAtFilePosition([...filePosition, 'provider'], {}, async () => {
    const { choice } = await getProvider(ctx, access.upstreams)
    if (choice.provider === provider && !choice.isSandbox) return
    await switchService(ctx, access.upstreams, { provider, isSandbox: false, baseUrl: '' })
    report.changed('service', provider)
  })
}

/** Throws `ProvisionFileError` if a new team would have no admin, because nobody could help it then. */
async function requireAnAdmin({ db }: ProvisionParts, place: FilePosition, { members }: ProvisionedTeam) {
  for (const { email, role } of members)
    if (role === 'admin' && (await findAccount(db, email)) !== null) return
  throw new ProvisionFileError(
    [...place, 'members'],
    'A new team needs an admin, who has an account or stands under “people”.',
  )
}

/**
 * Adds the members that never were in the team, and gives the others the role of the file. Admins come first, so that
 * the file may replace the admin. If people have removed all other admins, the last one stays admin.
 */
async function provisionMembers(
  work: TeamProvisioning,
  members: ProvisionedTeam['members'],
  people: ReadonlySet<string>,
): Promise<void> {
  const { ctx, filePosition, references, report } = work
  const placed = members.map((given, index) => ({ given, index }))
  const isAdmin = ({ given }: (typeof placed)[number]) => given.role === 'admin'
  for (const { given, index } of [...placed.filter(isAdmin), ...placed.filter((each) => !isAdmin(each))]) {
    const { email, role } = given
    await runAtFilePosition([...filePosition, 'members', index], given, async () => {
      const account = await findAccount(ctx.db, email)
      // A person whose account people have deleted does not come back.
      if (!account && people.has(email)) return references.rememberState('member', email, { is: 'gone' })
      const found = account && (await findAnyMembership(ctx, account.id))
      const thing = { teamId: ctx.team.id, kind: 'member', name: email }
      const state = await provisionThing(work, thing, {
        find: async () => found && { id: found.id, isGone: found.hasLeft },
        isThere: async () => false,
        async make() {
          if (!account) throw invalid('The member was not added.', { email: NO_ACCOUNT })
          return addMember(ctx, { account, role })
        },
      })
      references.rememberState('member', email, state)
      if (state.is !== 'there' || !found || found.role === role) return
      if (await isLastAdmin(ctx, state.id)) return report.reportRemoved('last admin', email)
      await changeRole(ctx, { memberId: state.id, role })
      report.changed('member', email)
    })
  }
}

async function isLastAdmin(ctx: TeamCtx, memberId: string): Promise<boolean> {
  const admins = (await listMembers(ctx)).filter(({ role }) => role === 'admin')
  return admins.length === 1 && admins[0]?.id === memberId
}

const NO_ACCOUNT = 'There is no account of this address. Name the person under “people”.'
