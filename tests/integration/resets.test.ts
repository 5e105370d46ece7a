import { afterAll, expect, test } from 'vitest'
import { newToken } from '@/lib/kernel'
import { createMailer } from '@/lib/platform/mail'
import {
  checkSession,
  createResetLink,
  createResetLinkByCommand,
  eraseAccount,
  findResetLink,
  requestReset,
  resetPassword,
  setAccountDisabled,
} from '@/lib/teams/accounts'
import { removeMember } from '@/lib/teams/teams'
import { plain, startTestMail } from '@/tests/factories/mail'
import { accountParts, tryToSignIn } from '@/tests/factories/sign-in'
import { makeMember, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const HOUR = 3_600_000
const OLD = 'correct horse battery staple'
const NEW = 'another long enough phrase'

describeOnDatabase('a link for a new password', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const mail = await startTestMail()
  afterAll(() => mail.close())

  async function makePerson() {
    const { actor } = await makeMember(team, 'member')
    const { email } = await opened.db.user.findUniqueOrThrow({ where: { id: actor.userId } })
    return { userId: actor.userId, memberId: actor.memberId, email, sid: actor.sid }
  }
  const admin = () => ({ id: team.admin.actor.userId })
  const linkFor = async (userId: string) =>
    (await createResetLink(opened.db, clock, admin(), { userId })).token.reveal()
  const use = (token: string, password = NEW) =>
    resetPassword(accountParts(opened.db, clock), { token, password })
  const enter = async (email: string, password: string) => {
    const outcome = await tryToSignIn(accountParts(opened.db, clock), email, password)
    return outcome.kind === 'signed-in' ? outcome.person : null
  }
  const ask = async (email: string, source: string | null = null) => {
    await requestReset(opened.db, clock, mail.mailer, { email }, source)
    await mail.mailer.settled()
  }

  test('sets the password once, and ends all sessions and other links', async () => {
    const person = await makePerson()
    const [token, other] = [await linkFor(person.userId), await linkFor(person.userId)]
    expect(await findResetLink(opened.db, clock, token)).toMatchObject({ email: person.email })
    const both = await Promise.allSettled([use(token), use(token)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await checkSession(opened.db, clock, person.sid)).toBeNull()
    expect(await enter(person.email, OLD)).toBeNull()
    expect(await enter(person.email, NEW)).not.toBeNull()
    for (const dead of [token, other]) {
      expect(await findResetLink(opened.db, clock, dead)).toBeNull()
      await expect(use(dead, OLD)).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  test('leaves the sessions and links of others alone', async () => {
    const [one, two] = [await makePerson(), await makePerson()]
    const kept = await linkFor(two.userId)
    await use(await linkFor(one.userId))
    expect(await checkSession(opened.db, clock, two.sid)).not.toBeNull()
    expect(await findResetLink(opened.db, clock, kept)).not.toBeNull()
    expect(await enter(two.email, OLD)).not.toBeNull()
  })

  test('is stored as a hash only, and no other token opens anything', async () => {
    const { userId } = await makePerson()
    const token = await linkFor(userId)
    expect(JSON.stringify(await opened.db.passwordReset.findMany())).not.toContain(token)
    await expect(use(newToken())).rejects.toMatchObject({ code: 'not_found' })
    await expect(use('')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('made by an admin works for a day; only an installation admin can make one', async () => {
    const person = await makePerson()
    const token = await linkFor(person.userId)
    clock.advance(24 * HOUR - 1)
    expect(await findResetLink(opened.db, clock, token)).not.toBeNull()
    clock.advance(1)
    await expect(use(token)).rejects.toMatchObject({ code: 'not_found' })
    const own = createResetLink(opened.db, clock, { id: person.userId }, { userId: admin().id })
    await expect(own).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('cannot be made for one’s own account, because it sets a password without the current one', async () => {
    const own = createResetLink(opened.db, clock, admin(), { userId: admin().id })
    await expect(own).rejects.toMatchObject({ code: 'conflict' })
  })

  test('lets a person who was locked out by wrong passwords sign in with the new one', async () => {
    const person = await makePerson()
    for (let n = 0; n < 11; n++) await enter(person.email, 'not the password')
    expect(await tryToSignIn(accountParts(opened.db, clock), person.email, NEW)).toMatchObject({
      kind: 'wait',
    })
    await use(await linkFor(person.userId))
    expect(await enter(person.email, NEW)).not.toBeNull()
  })

  test('can be made by a command with an address in any case, which says if there is no account', async () => {
    const person = await makePerson()
    const { token } = await createResetLinkByCommand(opened.db, clock, ` ${person.email.toUpperCase()} `)
    await use(token.reveal())
    expect(await enter(person.email, NEW)).not.toBeNull()
    await expect(createResetLinkByCommand(opened.db, clock, 'nobody@example.org')).rejects.toThrow(
      'No account has',
    )
  })

  test('that was mailed works for an hour, and confirms the person’s mailbox', async () => {
    const person = await makePerson()
    await ask(person.email)
    const token = mail.tokenAt('/sign-in/reset/')
    expect(mail.received.at(-1)?.to).toEqual([person.email])
    expect(plain(mail.received.at(-1)?.text ?? '')).toContain('Subject: Purser: set a new password')
    clock.advance(HOUR)
    expect(await findResetLink(opened.db, clock, token)).toBeNull()
    await ask(person.email)
    await use(mail.tokenAt('/sign-in/reset/'))
    const { emailConfirmedAt } = await opened.db.user.findUniqueOrThrow({ where: { id: person.userId } })
    expect(emailConfirmedAt).toEqual(clock.now())
  })

  test('is mailed three times an hour to an account, even if all are requested at once', async () => {
    const { email } = await makePerson()
    const before = mail.received.length
    await Promise.all(Array.from({ length: 8 }, () => ask(email)))
    expect(mail.received.length - before).toBe(3)
    clock.advance(HOUR)
    await ask(email)
    expect(mail.received.length - before).toBe(4)
  })

  test('can be requested twenty times an hour by a source, whether the addresses are known or not', async () => {
    const { email } = await makePerson()
    const before = mail.received.length
    for (let each = 0; each < 20; each++) await ask(`nobody${each}@example.org`, '203.0.113.7')
    await ask(email, '203.0.113.7')
    expect(mail.received.length).toBe(before)
    await ask(email, '203.0.113.8')
    expect(mail.received.length).toBe(before + 1)
  })

  test('is made after the answer, which is the same for a known and an unknown address', async () => {
    const { email } = await makePerson()
    const rows = () => opened.db.passwordReset.count()
    const before = await rows()
    const asked = [email, 'nobody@example.org'].map((each) =>
      requestReset(opened.db, clock, mail.mailer, { email: each }),
    )
    expect(await Promise.all(asked)).toEqual([undefined, undefined])
    await mail.mailer.settled()
    expect(await rows()).toBe(before + 1)
  })

  test('causes no query without a mail server', async () => {
    const { email } = await makePerson()
    const before = await opened.db.mailCount.count()
    const none = createMailer(null, () => expect.unreachable())
    await requestReset(opened.db, clock, none, { email })
    await none.settled()
    expect(await opened.db.mailCount.count()).toBe(before)
  })

  test('is not made for a disabled account, and an older one is dead', async () => {
    const person = await makePerson()
    const token = await linkFor(person.userId)
    const off = { userId: person.userId, isDisabled: true }
    await setAccountDisabled(opened.db, clock, admin(), off)
    const before = mail.received.length
    await ask(person.email)
    expect(mail.received.length).toBe(before)
    await expect(use(token)).rejects.toMatchObject({ code: 'not_found' })
    await expect(linkFor(person.userId)).rejects.toMatchObject({ code: 'conflict' })
    await expect(createResetLinkByCommand(opened.db, clock, person.email)).rejects.toMatchObject({
      code: 'conflict',
    })
    await setAccountDisabled(opened.db, clock, admin(), { ...off, isDisabled: false })
    expect(await findResetLink(opened.db, clock, token)).toBeNull()
  })

  test('is not made for a deleted account, and an older one is dead', async () => {
    const person = await makePerson()
    const token = await linkFor(person.userId)
    await removeMember(team.admin, { memberId: person.memberId })
    await eraseAccount(opened.db, clock, admin(), { userId: person.userId })
    await expect(use(token)).rejects.toMatchObject({ code: 'not_found' })
    await expect(linkFor(person.userId)).rejects.toMatchObject({ code: 'not_found' })
    const before = mail.received.length
    await ask(person.email)
    expect(mail.received.length).toBe(before)
  })
})
