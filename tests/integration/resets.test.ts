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

  test('sets the password once, ends all sessions and all other links', async () => {
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

  test('only its hash is kept, and no other token opens anything', async () => {
    const { userId } = await makePerson()
    const token = await linkFor(userId)
    expect(JSON.stringify(await opened.db.passwordReset.findMany())).not.toContain(token)
    await expect(use(newToken())).rejects.toMatchObject({ code: 'not_found' })
    await expect(use('')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('an admin’s link works for a day; only an installation admin makes one', async () => {
    const person = await makePerson()
    const token = await linkFor(person.userId)
    clock.advance(24 * HOUR - 1)
    expect(await findResetLink(opened.db, clock, token)).not.toBeNull()
    clock.advance(1)
    await expect(use(token)).rejects.toMatchObject({ code: 'not_found' })
    const own = createResetLink(opened.db, clock, { id: person.userId }, { userId: admin().id })
    await expect(own).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('nobody makes a link for their own account: it would set a password without the present one', async () => {
    const own = createResetLink(opened.db, clock, admin(), { userId: admin().id })
    await expect(own).rejects.toMatchObject({ code: 'conflict' })
  })

  test('a person who was locked out by wrong passwords signs in with the new one', async () => {
    const person = await makePerson()
    for (let n = 0; n < 11; n++) await enter(person.email, 'not the password')
    expect(await tryToSignIn(accountParts(opened.db, clock), person.email, NEW)).toMatchObject({
      kind: 'wait',
    })
    await use(await linkFor(person.userId))
    expect(await enter(person.email, NEW)).not.toBeNull()
  })

  test('the command makes one by address, whatever its capitals, and says where there is no account', async () => {
    const person = await makePerson()
    const { token } = await createResetLinkByCommand(opened.db, clock, ` ${person.email.toUpperCase()} `)
    await use(token.reveal())
    expect(await enter(person.email, NEW)).not.toBeNull()
    await expect(createResetLinkByCommand(opened.db, clock, 'nobody@example.org')).rejects.toThrow(
      'No account has',
    )
  })

  test('a mailed one works for an hour, and shows that the mailbox is the person’s', async () => {
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

  test('an account gets three mails an hour, also where all are asked for at once', async () => {
    const { email } = await makePerson()
    const before = mail.received.length
    await Promise.all(Array.from({ length: 8 }, () => ask(email)))
    expect(mail.received.length - before).toBe(3)
    clock.advance(HOUR)
    await ask(email)
    expect(mail.received.length - before).toBe(4)
  })

  test('a source asks twenty times an hour, whether the addresses are known or not', async () => {
    const { email } = await makePerson()
    const before = mail.received.length
    for (let each = 0; each < 20; each++) await ask(`nobody${each}@example.org`, '203.0.113.7')
    await ask(email, '203.0.113.7')
    expect(mail.received.length).toBe(before)
    await ask(email, '203.0.113.8')
    expect(mail.received.length).toBe(before + 1)
  })

  test('the answer comes before the work, and is the same for a known and an unknown address', async () => {
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

  test('without a mail server nothing is asked of the database', async () => {
    const { email } = await makePerson()
    const before = await opened.db.mailCount.count()
    const none = createMailer(null, () => expect.unreachable())
    await requestReset(opened.db, clock, none, { email })
    await none.settled()
    expect(await opened.db.mailCount.count()).toBe(before)
  })

  test('a disabled account gets none, and one that was made before is dead', async () => {
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

  test('a deleted account gets none, and one that was made before is dead', async () => {
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
