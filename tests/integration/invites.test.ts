import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createMailer } from '@/lib/platform/mail'
import type { AccountParts } from '@/lib/teams/accounts'
import {
  acceptInvite,
  acceptInviteWithNewAccount,
  findInvite,
  findMembership,
  invitePerson,
} from '@/lib/teams/teams'
import { plain, startTestMail } from '@/tests/factories/mail'
import { accountParts } from '@/tests/factories/sign-in'
import { makeMember, makeOtherTeam, makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const DAY = 86_400_000
const PASSWORD = 'correct horse battery staple'

/** Number of hashed passwords. */
let hashes = 0
const countingParts = (...of: Parameters<typeof accountParts>): AccountParts => {
  const parts = accountParts(...of)
  const run: AccountParts['hashing']['run'] = (...work) => {
    hashes++
    return parts.hashing.run(...work)
  }
  return { ...parts, hashing: { run } }
}

describeOnDatabase('an invite', async (open) => {
  const none = createMailer(null, () => expect.unreachable())
  const opened = await open()
  const clock = makeTestClock()
  const team = await makeTeam(opened.db, clock)
  const mail = await startTestMail()
  afterAll(() => mail.close())

  const address = () => `${randomUUID()}@example.org`
  const invite = (email: string, mailer = none, isOpen = false, of = team) =>
    invitePerson(of.admin, { mailer }, { role: 'member', email, isOpen })
  const joinAsNew = (token: string, email: string) =>
    acceptInviteWithNewAccount(countingParts(opened.db, clock), token, {
      name: 'Nina',
      email,
      password: PASSWORD,
    })
  const userOf = (email: string) => opened.db.user.findUnique({ where: { email } })

  test('for an address creates an account with that address only', async () => {
    const email = address()
    const { token } = await invite(email)
    expect(await findInvite(opened.db, clock, token.reveal())).toMatchObject({ email })
    const wrong = joinAsNew(token.reveal(), address())
    await expect(wrong).rejects.toMatchObject({ code: 'invalid', fields: { email: expect.any(String) } })
    const before = hashes
    await joinAsNew(token.reveal(), email)
    expect(hashes).toBe(before + 1)
    const user = await userOf(email)
    expect(await findMembership(opened.db, team.admin.team.slug, user?.id ?? '')).not.toBeNull()
  })

  test('tells a person who has an account already how to join with it', async () => {
    const email = address()
    await joinAsNew((await invite(email)).token.reveal(), email)
    const { token } = await invite('', none, true)
    await expect(joinAsNew(token.reveal(), email)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Choose “Sign in and join with your account” below'),
    })
  })

  test('for an address can be used by the account of that address only', async () => {
    const other = await makeOtherTeam(team)
    const [right, wrong] = [await makeMember(other, 'viewer'), await makeMember(other, 'viewer')]
    const personOf = async (id: string) => opened.db.user.findUniqueOrThrow({ where: { id } })
    const person = await personOf(right.actor.userId)
    const { token } = await invite(person.email)
    const stolen = acceptInvite(opened.db, clock, token.reveal(), await personOf(wrong.actor.userId))
    await expect(stolen).rejects.toMatchObject({ code: 'forbidden' })
    await acceptInvite(opened.db, clock, token.reveal(), person)
  })

  test('is open to anyone only if that was chosen', async () => {
    await expect(invite('')).rejects.toMatchObject({ fields: { email: expect.any(String) } })
    const { token } = await invite('ignored@example.org', none, true)
    expect(await findInvite(opened.db, clock, token.reveal())).toMatchObject({ email: null })
    await joinAsNew(token.reveal(), address())
  })

  test('that is invalid is refused before hashing, and does not reveal who has an account', async () => {
    const { email } = await opened.db.user.findFirstOrThrow()
    const before = hashes
    const refusals = await Promise.allSettled([joinAsNew('none', email), joinAsNew('none', address())])
    const [known, unknown] = refusals.map((each) => (each.status === 'rejected' ? each.reason : null))
    expect({ ...known }).toEqual({ ...unknown })
    expect([known.code, known.message]).toEqual(['not_found', unknown.message])
    expect(hashes).toBe(before)
    expect(await opened.db.user.count({ where: { name: 'Nina', email } })).toBe(0)
  })

  test('is mailed if there is a mail server, and its link is shown as well', async () => {
    const email = address()
    const named = await makeOtherTeam(team, 'IT desk: http://evil.example/x')
    const { token, mail: result } = await invite(email, mail.mailer, false, named)
    expect(result).toBe('sent')
    const got = plain(mail.received.at(-1)?.text ?? '')
    expect(mail.received.at(-1)?.to).toEqual([email])
    expect(got).toMatch(/^Subject: Purser: you are invited to a team\r$/m)
    expect(got).not.toContain('evil.example')
    const mailed = mail.tokenAt('/invite/')
    expect(mailed).not.toBe(token.reveal())
    for (const each of [mailed, token.reveal()])
      expect(await findInvite(opened.db, clock, each)).toMatchObject({ email })
    await joinAsNew(mailed, email)
    expect((await userOf(email))?.emailConfirmedAt).toEqual(clock.now())
    // It is one invite with two links.
    expect(await findInvite(opened.db, clock, token.reveal())).toBeNull()
  })

  test('confirms no mailbox if its shown link is used', async () => {
    const email = address()
    const { token } = await invite(email, mail.mailer)
    await joinAsNew(token.reveal(), email)
    expect((await userOf(email))?.emailConfirmedAt).toBeNull()
  })

  test('is mailed at most three times a day to an address, by all teams; further ones are created without mail', async () => {
    const email = address()
    const other = await makeOtherTeam(team)
    const before = mail.received.length
    const results = [
      await invite(email, mail.mailer),
      await invite(email, mail.mailer, false, other),
      await invite(email, mail.mailer),
      await invite(email, mail.mailer, false, other),
    ]
    expect(results.map((each) => each.mail)).toEqual(['sent', 'sent', 'sent', 'limit'])
    expect(mail.received.length - before).toBe(3)
    const last = results.at(-1)?.token.reveal() ?? ''
    expect(await findInvite(opened.db, clock, last)).toMatchObject({ email })
    clock.advance(DAY)
    expect((await invite(email, mail.mailer)).mail).toBe('sent')
  })

  test('is created even if the mail server is down, so that the link can be passed on', async () => {
    const away = createMailer({ ...mail.server, url: 'smtp://127.0.0.1:1' }, () => expect.unreachable())
    expect(await invite(address(), away)).toMatchObject({ mail: 'failed' })
  })
})
