import { expect, test } from 'vitest'
import { type Db, engineOf } from '@/lib/platform/db'
import { registerEngine } from '@/lib/platform/db/client'
import {
  changePassword,
  checkSession,
  createResetLinkByCommand,
  findResetLink,
  resetPassword,
  setAccountDisabled,
} from '@/lib/teams/accounts'
import { acceptInvite, createInvite } from '@/lib/teams/teams'
import { accountParts, signInAs, tryToSignIn } from '@/tests/factories/sign-in'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine } from '@/tests/support/databases'

const OLD = 'correct horse battery staple'
const NEW = 'another long enough phrase'

/** Wraps a database so that `between` runs once, right after an account was read by its address. */
function afterLook(db: Db, between: () => Promise<unknown>): Db {
  let isDone = false
  const user = new Proxy(db.user, {
    get: (users, name) =>
      name === 'findUnique'
        ? async (query: Parameters<typeof db.user.findUnique>[0]) => {
            const found = await db.user.findUnique(query)
            if (!isDone) {
              isDone = true
              await between()
            }
            return found
          }
        : Reflect.get(users, name),
  })
  const watched = new Proxy(db, { get: (whole, name) => (name === 'user' ? user : Reflect.get(whole, name)) })
  return registerEngine(watched, engineOf(db))
}

describeOnEachEngine('while a password is compared', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)

  async function makePerson() {
    const { actor } = await makeMember(team, 'member')
    const { email } = await opened.db.user.findUniqueOrThrow({ where: { id: actor.userId } })
    const parts = accountParts(opened.db, clock)
    const link = async () => (await createResetLinkByCommand(opened.db, clock, email)).token.reveal()
    await resetPassword(parts, { token: await link(), password: OLD })
    const reset = async () => resetPassword(parts, { token: await link(), password: NEW })
    return { userId: actor.userId, email, parts, reset }
  }
  const liveSessions = (userId: string) => opened.db.session.count({ where: { userId, revokedAt: null } })

  test('a reset ends the try: the old password opens no session', async () => {
    const { userId, email, reset } = await makePerson()
    const late = accountParts(afterLook(opened.db, reset), clock)
    expect(await tryToSignIn(late, email, OLD)).toEqual({ kind: 'refused' })
    expect(await liveSessions(userId)).toBe(0)
  })

  test('an account that is disabled gets no session that would revive once it is enabled', async () => {
    const { userId, email } = await makePerson()
    const admin = { id: team.admin.actor.userId }
    const set = (isDisabled: boolean) => setAccountDisabled(opened.db, clock, admin, { userId, isDisabled })
    const late = accountParts(
      afterLook(opened.db, () => set(true)),
      clock,
    )
    expect(await tryToSignIn(late, email, OLD)).toEqual({ kind: 'refused' })
    await set(false)
    expect(await liveSessions(userId)).toBe(0)
  })

  test('a change of the password does not undo a reset', async () => {
    const { email, parts, reset } = await makePerson()
    const thief = await signInAs(parts, email, OLD)
    const late: typeof parts = {
      ...parts,
      hashing: {
        async run(standing, work) {
          const done = await parts.hashing.run(standing, work)
          await reset()
          return done
        },
      },
    }
    const input = { current: OLD, password: 'what the thief would like' }
    await expect(changePassword(late, thief, input)).rejects.toMatchObject({ code: 'conflict' })
    expect(await checkSession(opened.db, clock, thief.sid)).toBeNull()
    expect((await tryToSignIn(parts, email, NEW)).kind).toBe('signed-in')
  })

  test('of several links used at once, one sets the password', async () => {
    const { userId, email } = await makePerson()
    const links = [1, 2, 3, 4].map(
      async () => (await createResetLinkByCommand(opened.db, clock, email)).token,
    )
    const tokens = (await Promise.all(links)).map((token) => token.reveal())
    // Each has its own queue for hashes, as instances have.
    const uses = tokens.map((token) =>
      resetPassword(accountParts(opened.db, clock), { token, password: NEW }),
    )
    const outcomes = await Promise.allSettled(uses)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await liveSessions(userId)).toBe(0)
  })

  test('no link created while the account is disabled works once it is enabled again', async () => {
    const admin = { id: team.admin.actor.userId }
    for (let round = 0; round < 8; round++) {
      const { userId, email } = await makePerson()
      const disable = (isDisabled: boolean) =>
        setAccountDisabled(opened.db, clock, admin, { userId, isDisabled })
      const [made] = await Promise.allSettled([
        createResetLinkByCommand(opened.db, clock, email),
        disable(true),
      ])
      await disable(false)
      const token = made.status === 'fulfilled' ? made.value.token.reveal() : 'none'
      expect(await findResetLink(opened.db, clock, token)).toBeNull()
    }
  })

  test('nobody joins a team while their account is disabled', async () => {
    const admin = { id: team.admin.actor.userId }
    for (let round = 0; round < 8; round++) {
      const { userId, email } = await makePerson()
      const other = await makeOtherTeam(team, `Other ${round}`)
      const { token } = await createInvite(other.admin, { role: 'member', email: '' })
      const who = { id: userId, name: 'Max Member', email }
      const [, joined] = await Promise.allSettled([
        setAccountDisabled(opened.db, clock, admin, { userId, isDisabled: true }),
        acceptInvite(opened.db, clock, token.reveal(), who),
      ])
      const places = await opened.db.member.count({ where: { userId, teamId: other.admin.team.id } })
      expect(places).toBe(joined.status === 'fulfilled' ? 1 : 0)
      await expect(acceptInvite(opened.db, clock, token.reveal(), who)).rejects.toThrow()
    }
  })
})
