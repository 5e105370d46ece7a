import { afterAll, beforeAll, expect, test } from 'vitest'
import { Secret } from '@/lib/kernel'
import {
  changePassword,
  checkSession,
  createFirstAccount,
  isInstalled,
  signIn,
  signOut,
} from '@/lib/teams/accounts'
import { makeTestClock, type TestClock } from '@/tests/factories/test-clock'
import { describeOnEachEngine, type TestDb } from '@/tests/support/databases'

const HOUR = 3_600_000
const person = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery staple' }

describeOnEachEngine('accounts and sessions', (open) => {
  let opened: TestDb
  let clock: TestClock
  beforeAll(async () => {
    opened = await open()
    clock = makeTestClock()
  })
  afterAll(() => opened.close())

  const enter = async (password = person.password) => {
    const signedIn = await signIn(opened.db, clock, person.email, new Secret(password))
    if (!signedIn) throw new Error('could not sign in')
    return signedIn
  }
  const isSignedIn = async (sid: string) => (await checkSession(opened.db, clock, sid)) !== null

  test('of two first visitors one creates the first account, the other is told so', async () => {
    expect(await isInstalled(opened.db)).toBe(false)
    const both = await Promise.allSettled([
      createFirstAccount(opened.db, clock, person),
      createFirstAccount(opened.db, clock, { ...person, email: 'eve@example.org' }),
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
    expect(await signIn(opened.db, clock, person.email, new Secret('wrong password!'))).toBeNull()
    expect(await signIn(opened.db, clock, 'nobody@example.org', new Secret(person.password))).toBeNull()
  })

  test('finds the account whatever the case and the blanks of the address', async () => {
    expect(await signIn(opened.db, clock, ' ADA@Example.org ', new Secret(person.password))).not.toBeNull()
  })

  test('signing out ends this session and no other', async () => {
    const [one, other] = [await enter(), await enter()]
    await signOut(opened.db, clock, one.sid)
    expect(await isSignedIn(one.sid)).toBe(false)
    expect(await isSignedIn(other.sid)).toBe(true)
  })

  test('a session ends after a day of rest, and after a week in any case', async () => {
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
    const change = (current: string) => changePassword(opened.db, clock, here, { current, password })
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
