import { expect, test } from 'vitest'
import { changePassword, checkSession, createFirstAccount, isInstalled, signOut } from '@/lib/teams/accounts'
import { accountParts, HERE, signInAs, tryToSignIn } from '@/tests/factories/sign-in'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const HOUR = 3_600_000
const person = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery staple' }

describeOnDatabase('accounts and sessions', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const parts = accountParts(opened.db, clock)

  const enter = (password = person.password) => signInAs(parts, person.email, password)
  const isSignedIn = async (sid: string) => (await checkSession(opened.db, clock, sid)) !== null

  test('of two first visitors one creates the first account, and the other is told so', async () => {
    expect(await isInstalled(opened.db)).toBe(false)
    const both = await Promise.allSettled([
      createFirstAccount(parts, person, HERE),
      createFirstAccount(parts, { ...person, email: 'eve@example.org' }, HERE),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
    expect(await opened.db.user.count()).toBe(1)
    expect(await isInstalled(opened.db)).toBe(true)
    await opened.db.user.updateMany({ data: { email: person.email } })
  })

  test('stores an argon2id hash and never the password', async () => {
    const [user] = await opened.db.user.findMany()
    expect(user?.passwordHash).toMatch(/^\$argon2id\$/)
    expect(JSON.stringify(user)).not.toContain(person.password)
  })

  test('refuses a wrong password and an unknown address alike', async () => {
    const refused = { kind: 'refused' }
    expect(await tryToSignIn(parts, person.email, 'wrong password!')).toEqual(refused)
    expect(await tryToSignIn(parts, 'nobody@example.org', person.password)).toEqual(refused)
  })

  test('finds an account regardless of the case of its address and blanks around it', async () => {
    expect(await tryToSignIn(parts, ' ADA@Example.org ', person.password)).toMatchObject({
      kind: 'signed-in',
    })
  })

  test('signing out ends this session only', async () => {
    const [one, other] = [await enter(), await enter()]
    await signOut(opened.db, clock, one.sid)
    expect(await isSignedIn(one.sid)).toBe(false)
    expect(await isSignedIn(other.sid)).toBe(true)
  })

  test('a session ends after a day without use, and after a week in any case', async () => {
    const idle = await enter()
    clock.advance(25 * HOUR)
    expect(await isSignedIn(idle.sid)).toBe(false)
    const busy = await enter()
    for (let day = 1; day <= 8; day++) {
      clock.advance(23 * HOUR)
      expect(await isSignedIn(busy.sid)).toBe(day * 23 < 7 * 24)
    }
  })

  test('a new password needs the old one and ends the other sessions', async () => {
    const [here, elsewhere] = [await enter(), await enter()]
    const password = 'another long enough phrase'
    const change = (current: string) => changePassword(parts, here, { current, password })
    await expect(change('not the password')).rejects.toMatchObject({
      fields: { current: expect.any(String) },
    })
    expect(await isSignedIn(elsewhere.sid)).toBe(true)
    await change(person.password)
    expect(await isSignedIn(here.sid)).toBe(true)
    expect(await isSignedIn(elsewhere.sid)).toBe(false)
    await expect(enter(password)).resolves.toMatchObject({ email: person.email })
  })
})
