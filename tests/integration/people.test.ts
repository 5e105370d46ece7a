import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { auditQuerySchema, listAuditEntries } from '@/lib/platform/audit'
import type { TeamCtx } from '@/lib/platform/db'
import { deletePerson } from '@/lib/server/people'
import type { Worker } from '@/lib/server/worker'
import {
  changeProfile,
  checkSession,
  createResetLink,
  endOtherSessions,
  endSession,
  isInstallationAdmin,
  listAccountEvents,
  listPeople,
  listPeopleInput,
  listSessions,
  mayCreateTeams,
  type SignInSuccess,
  setAccountDisabled,
  setInstallationAdmin,
  setTeamCreators,
} from '@/lib/teams/accounts'
import {
  acceptInvite,
  createInvite,
  createMemberContext,
  createTeam,
  findInvite,
  findMembership,
  listMembers,
  mayStillRun,
  removeMember,
} from '@/lib/teams/teams'
import { accountParts, tryToSignIn } from '@/tests/factories/sign-in'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const HOUR = 3_600_000
const PASSWORD = 'correct horse battery staple'

describeOnEachEngine('the people of an installation', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const admin = await personOf(team.admin)

  async function personOf({ actor }: TeamCtx): Promise<SignInSuccess> {
    const { id, name, email } = await opened.db.user.findUniqueOrThrow({ where: { id: actor.userId } })
    return { id, name, email, sid: actor.sid }
  }
  const enter = async (email: string, from: { source?: string; userAgent?: string | null } = {}) => {
    const outcome = await tryToSignIn(accountParts(opened.db, clock), email, PASSWORD, from)
    return outcome.kind === 'signed-in' ? outcome.person : null
  }
  const isSignedIn = async ({ sid }: { sid: string }) => (await checkSession(opened.db, clock, sid)) !== null
  /** Returns the services that a deletion needs. */
  const services = () => ({
    db: opened.db,
    clock,
    worker: {
      perform: async (name: string, ctx: TeamCtx, input: { memberId: string }) => {
        expect(name).toBe('removeMember')
        await removeMember(ctx, input)
      },
    } as unknown as Worker,
  })

  test('the first account is an installation admin, and no other is at first', async () => {
    const member = await makeMember(team, 'admin')
    expect(await isInstallationAdmin(opened.db, admin.id)).toBe(true)
    expect(await isInstallationAdmin(opened.db, member.actor.userId)).toBe(false)
  })

  test('someone who is not an installation admin can do none of it', async () => {
    const member = await personOf(await makeMember(team, 'admin'))
    const userId = admin.id
    const tries = [
      listPeople(opened.db, member, { text: '', after: '' }),
      setInstallationAdmin(opened.db, clock, member, { userId: member.id, isAdmin: true }),
      setAccountDisabled(opened.db, clock, member, { userId, isDisabled: true }),
      setTeamCreators(opened.db, clock, member, { teamsBy: 'everyone' }),
      deletePerson(services(), member, { userId, takesOver: false }),
    ]
    for (const tried of await Promise.allSettled(tries))
      expect(tried).toMatchObject({ status: 'rejected', reason: { code: 'forbidden' } })
  })

  test('what admins do to accounts is in the installation’s audit log; what was refused is not', async () => {
    const person = await personOf(await makeMember(team, 'viewer', 'Noted'))
    const { id: userId } = person
    await setInstallationAdmin(opened.db, clock, admin, { userId, isAdmin: true })
    await setInstallationAdmin(opened.db, clock, admin, { userId, isAdmin: false })
    await createResetLink(opened.db, clock, admin, { userId })
    await setAccountDisabled(opened.db, clock, admin, { userId, isDisabled: true })
    await expect(createResetLink(opened.db, clock, admin, { userId })).rejects.toMatchObject({
      code: 'conflict',
    })
    await setAccountDisabled(opened.db, clock, admin, { userId, isDisabled: false })
    const noted = await opened.db.auditEntry.findMany({
      where: { teamId: '', subjectId: userId, actorId: admin.id },
      orderBy: { id: 'asc' },
    })
    expect(noted.map(({ action }) => action).sort()).toEqual([
      'account.admin',
      'account.admin',
      'account.disable',
      'account.enable',
      'account.reset-link',
    ])
    const query = auditQuerySchema.parse({ text: 'noted', kind: 'account' })
    const listed = await listAccountEvents(opened.db, admin, query)
    expect(listed.filter(({ actorName }) => actorName === admin.name)).toHaveLength(noted.length)
    await expect(listAccountEvents(opened.db, person, query)).rejects.toMatchObject({ code: 'forbidden' })
    expect(
      noted.every(({ actorName, subjectName }) => actorName === admin.name && subjectName === 'Noted'),
    ).toBe(true)
  })

  test('the last installation admin remains one, even if two remove each other', async () => {
    const alone = { userId: admin.id }
    const last = { code: 'conflict', message: expect.stringContaining('needs an admin') }
    const step = setInstallationAdmin(opened.db, clock, admin, { ...alone, isAdmin: false })
    await expect(step).rejects.toMatchObject(last)
    const off = setAccountDisabled(opened.db, clock, admin, { ...alone, isDisabled: true })
    await expect(off).rejects.toMatchObject(last)

    const second = await personOf(await makeMember(team, 'viewer', 'Second'))
    await setInstallationAdmin(opened.db, clock, admin, { userId: second.id, isAdmin: true })
    const both = await Promise.allSettled([
      setInstallationAdmin(opened.db, clock, admin, { userId: second.id, isAdmin: false }),
      setInstallationAdmin(opened.db, clock, second, { userId: admin.id, isAdmin: false }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await opened.db.user.updateMany({ where: { id: admin.id }, data: { isInstallationAdmin: true } })
    await opened.db.user.updateMany({ where: { id: second.id }, data: { isInstallationAdmin: false } })
  })

  test('a disabled account is signed out at once, cannot sign in, join or run, and can be enabled again', async () => {
    const member = await makeMember(team, 'admin', 'Dora')
    const person = await personOf(member)
    const { token } = await createInvite(member, { role: 'viewer', email: '' })
    await setAccountDisabled(opened.db, clock, admin, { userId: person.id, isDisabled: true })
    expect(await isSignedIn(person)).toBe(false)
    expect(await enter(person.email)).toBeNull()
    expect(await mayStillRun(member)).toBe(false)
    expect(await createMemberContext(team.admin, member.actor.memberId)).toBeNull()
    expect(await findMembership(opened.db, team.admin.team.slug, person.id)).toBeNull()
    expect(await findInvite(opened.db, clock, token.reveal())).toBeNull()
    expect((await listMembers(team.admin)).map(({ id }) => id)).toContain(member.actor.memberId)
    await setAccountDisabled(opened.db, clock, admin, { userId: person.id, isDisabled: false })
    expect(await enter(person.email)).not.toBeNull()
    expect(await mayStillRun(member)).toBe(true)
    expect(await isSignedIn(person)).toBe(false)
  })

  test('a deleted person leaves every team; the account is called “Deleted person”; the address is free', async () => {
    const member = await makeMember(team, 'admin', 'Gone Girl')
    const person = await personOf(member)
    const { token } = await createInvite(member, { role: 'viewer', email: '' })
    await deletePerson(services(), admin, { userId: person.id, takesOver: false })
    expect(await isSignedIn(person)).toBe(false)
    expect(await enter(person.email)).toBeNull()
    expect(await findInvite(opened.db, clock, token.reveal())).toBeNull()
    expect((await listMembers(team.admin)).map(({ id }) => id)).not.toContain(member.actor.memberId)
    const row = await opened.db.user.findUniqueOrThrow({ where: { id: person.id } })
    expect(row).toMatchObject({ name: 'Deleted person', passwordHash: '' })
    expect(row.email).toMatch(/@deleted\.invalid$/)
    expect(await enter(row.email)).toBeNull()
    const { people } = await listPeople(opened.db, admin, { text: 'deleted', after: '' })
    expect(people).toEqual([])
    const [entry] = (await listAuditEntries(team.admin)).filter(({ action }) => action === 'member.remove')
    expect(entry).toMatchObject({ subjectName: 'Gone Girl', actorName: admin.name })
    const again = deletePerson(services(), admin, { userId: person.id, takesOver: false })
    await expect(again).rejects.toMatchObject({ code: 'not_found' })
  })

  test('the only admin of a team cannot be deleted, unless the team is taken over', async () => {
    const other = await makeOtherTeam(team, 'Lonely')
    const person = await personOf(other.admin)
    const refused = deletePerson(services(), admin, { userId: person.id, takesOver: false })
    await expect(refused).rejects.toMatchObject({
      message: expect.stringContaining('only admin of “Lonely”'),
    })
    expect(await isSignedIn(person)).toBe(true)
    await deletePerson(services(), admin, { userId: person.id, takesOver: true })
    expect(await findMembership(opened.db, other.admin.team.slug, admin.id)).toMatchObject({ role: 'admin' })
    const actions = await opened.db.auditEntry.findMany({ where: { teamId: other.admin.team.id } })
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['member.take-over', 'member.remove']),
    )
  })

  test('nobody deletes their own account', async () => {
    const own = deletePerson(services(), admin, { userId: admin.id, takesOver: true })
    await expect(own).rejects.toMatchObject({ code: 'conflict' })
  })

  test('the verb checks who may create teams, which can be set', async () => {
    const person = await personOf(await makeMember(team, 'admin'))
    const make = (who: SignInSuccess) => createTeam(opened.db, clock, who, { name: 'New', timeZone: 'UTC' })
    await setTeamCreators(opened.db, clock, admin, { teamsBy: 'admins' })
    expect(await mayCreateTeams(opened.db, person.id)).toBe(false)
    await expect(make(person)).rejects.toMatchObject({ code: 'forbidden' })
    await make(admin)
    await setTeamCreators(opened.db, clock, admin, { teamsBy: 'everyone' })
    await make(person)
  })

  test('accounts are listed by address, in pages, and found by a part of name or address', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({
      id: randomUUID(),
      email: `z${at}_%@example.org`,
      name: `Zoë ${at}`,
      passwordHash: '',
      createdAt: clock.now(),
    }))
    await opened.db.user.createMany({ data: rows })
    const emails: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<typeof listPeople>> = await listPeople(opened.db, admin, {
        text: '',
        after,
      })
      expect(page.people.length).toBeLessThanOrEqual(50)
      emails.push(...page.people.map(({ email }) => email))
      after = page.next
    }
    const known = await opened.db.user.findMany({ where: { deletedAt: null }, orderBy: { email: 'asc' } })
    expect(emails).toEqual(known.map(({ email }) => email))
    const find = async (text: string) => (await listPeople(opened.db, admin, { text, after: '' })).people
    expect([(await find('Zoë')).length, (await find('zo')).length]).toEqual([50, 50])
    expect((await find('zoë 12')).map(({ name }) => name)).toEqual(['Zoë 12'])
    expect((await find('ZOË 12')).map(({ name }) => name)).toEqual(['Zoë 12'])
    expect((await find('zoë 12'.normalize('NFD'))).map(({ name }) => name)).toEqual(['Zoë 12'])
    expect((await find('_%')).every(({ email }) => email.startsWith('z'))).toBe(true)
    expect(await find("' OR 1=1 --")).toEqual([])
    expect((await find(admin.email)).map(({ id, isInstallationAdmin: is }) => [id, is])).toEqual([
      [admin.id, true],
    ])
  })

  test('a text in an address is either refused as input or can be searched for', async () => {
    for (const text of ['a\0b', 'a\u2028b', 'a\ud800', '%', '\\', "'", 'a'.repeat(101), '\u{1f600}'])
      for (const asked of [{ text }, { after: `z${text}` }]) {
        const { data } = listPeopleInput.safeParse(asked)
        if (data) await expect(listPeople(opened.db, admin, data)).resolves.toBeDefined()
      }
    expect(listPeopleInput.safeParse({ text: 'a\0b' }).success).toBe(false)
  })

  test('a person lists their own sessions and ends them one by one', async () => {
    const userAgent =
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
    const { email } = await personOf(await makeMember(team, 'viewer'))
    const here = await enter(email, { userAgent, source: '203.0.113.9' })
    const other = await enter(email, { userAgent: 'x'.repeat(5000), source: '' })
    const stranger = await enter(admin.email)
    if (!here || !other || !stranger) throw new Error('could not sign in')
    const listed = await listSessions(opened.db, clock, here)
    expect(listed.filter(({ isThis }) => isThis)).toMatchObject([
      { device: 'Chrome on Linux', source: '203.0.113.9' },
    ])
    expect(JSON.stringify(listed)).not.toContain(here.sid)
    const stored = await opened.db.session.findUniqueOrThrow({ where: { id: other.sid } })
    expect(stored.userAgent).toHaveLength(300)

    const [foreign] = (await listSessions(opened.db, clock, stranger)).filter(({ isThis }) => isThis)
    const taken = endSession(opened.db, clock, here, { handle: foreign?.handle ?? '' })
    await expect(taken).rejects.toMatchObject({ code: 'not_found' })
    expect(await isSignedIn(stranger)).toBe(true)

    const unknown = listed.find(({ device }) => device === 'Unknown device')
    const ended = (await listSessions(opened.db, clock, other)).find(({ isThis }) => isThis)
    await endSession(opened.db, clock, here, { handle: ended?.handle ?? '' })
    expect(unknown).toBeDefined()
    expect(await isSignedIn(other)).toBe(false)
    await endOtherSessions(opened.db, clock, here)
    expect((await listSessions(opened.db, clock, here)).map(({ isThis }) => isThis)).toEqual([true])
    clock.advance(25 * HOUR)
    expect(await listSessions(opened.db, clock, here)).toEqual([])
  })

  test('a new name is also the member’s name', async () => {
    const member = await makeMember(team, 'viewer', 'Before')
    await changeProfile(opened.db, clock, { id: member.actor.userId }, { name: 'After' })
    expect((await listMembers(team.admin)).map(({ name }) => name)).toContain('After')
  })

  test('someone who was just disabled cannot join a team by a link', async () => {
    const member = await makeMember(team, 'viewer')
    const person = await personOf(member)
    const { token } = await createInvite(team.admin, { role: 'viewer', email: '' })
    await setAccountDisabled(opened.db, clock, admin, { userId: person.id, isDisabled: true })
    // The session has ended, so no action gets here; the verb alone refuses, too.
    expect(await findMembership(opened.db, team.admin.team.slug, person.id)).toBeNull()
    await expect(acceptInvite(opened.db, clock, token.reveal(), person)).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})
