import { hash } from '@node-rs/argon2'
import { afterAll, expect, test, vi } from 'vitest'
import { newId } from '@/lib/kernel'
import { openDb } from '@/lib/platform/db'
import {
  changePassword,
  createFirstAccount,
  createResetLinkByCommand,
  deleteExpiredAttemptsInSteps,
  resetPassword,
  type SignInOutcome,
  userOfBrowserCookie,
} from '@/lib/teams/accounts'
import { acceptInviteWithNewAccount } from '@/lib/teams/teams'
import { accountParts, HERE, signInAs, tryToSignIn } from '@/tests/factories/sign-in'
import { makeTestClock } from '@/tests/factories/test-clock'
import { breakTable, describeOnDatabase } from '@/tests/support/databases'

const WINDOW_MS = 15 * 60_000
const ada = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery staple' }
const BOTH = 2

const kindsOf = (outcomes: readonly SignInOutcome[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { kind } of outcomes) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

describeOnDatabase('signing in', async (open) => {
  const opened = await open()
  const clock = makeTestClock()
  const parts = accountParts(opened.db, clock)
  const otherDb = openDb(opened.location)
  const other = accountParts(otherDb, clock)
  await createFirstAccount(parts, ada, HERE)
  afterAll(async () => {
    await otherDb.$disconnect()
  })
  const nextWindow = () => clock.advance(WINDOW_MS)
  const guess = (from = parts, source = '192.0.2.1') =>
    tryToSignIn(from, ada.email, 'not the password', { source })
  /**
   * Makes accounts with the cheapest hash, for tests that compare a hundred passwords without looking at
   * time.
   */
  const cheapAccounts = async (name: string, count: number): Promise<string[]> => {
    const passwordHash = await hash('a password', { memoryCost: 8, timeCost: 1, parallelism: 1 })
    const emails = Array.from({ length: count }, (_, n) => `${name}-${n}@example.org`)
    const rest = { name, passwordHash, createdAt: clock.now() }
    await opened.db.user.createMany({ data: emails.map((email) => ({ ...rest, id: newId(), email })) })
    return emails
  }
  /** Guesses `times` passwords in turn. */
  const guessTimes = async (times: number, from = parts) => {
    const outcomes: SignInOutcome[] = []
    for (let n = 0; n < times; n++) outcomes.push(await guess(from, `192.0.2.${n}`))
    return kindsOf(outcomes)
  }

  test('of 400 simultaneous guesses, the right one, which is last, is refused', async () => {
    nextWindow()
    const guesses = Array.from({ length: 400 }, (_, n) =>
      tryToSignIn(parts, ada.email, n === 399 ? ada.password : `guess number ${n}`, {
        source: `198.51.100.${n % 250}`,
      }),
    )
    const outcomes = await Promise.all(guesses)
    expect(kindsOf(outcomes)['signed-in']).toBeUndefined()
    expect(kindsOf(outcomes).refused).toBeLessThanOrEqual(10)
    // The next try is refused as well, because the window is used up.
    expect(await tryToSignIn(parts, ada.email, ada.password)).toEqual({ kind: 'wait', seconds: 900 })
  })

  test('two instances count together: ten tries in all', async () => {
    nextWindow()
    const both = await Promise.all([guessTimes(8, parts), guessTimes(8, other)])
    expect(both.reduce((sum, { refused = 0 }) => sum + refused, 0)).toBe(10)
    expect(both.reduce((sum, { wait = 0 }) => sum + wait, 0)).toBe(8 * BOTH - 10)
    expect((await tryToSignIn(other, ada.email, ada.password)).kind).toBe('wait')
  })

  test('after the window, or after a right password, all tries are available again', async () => {
    nextWindow()
    expect(await guessTimes(9)).toEqual({ refused: 9 })
    await signInAs(parts, ada.email, ada.password)
    expect(await guessTimes(11)).toEqual({ refused: 10, wait: 1 })
    nextWindow()
    await signInAs(other, ada.email, ada.password)
  })

  test('a password is right however its accents are typed, and then no try counts as wrong', async () => {
    nextWindow()
    const CAFE = 'Grüne Äpfel im Café 7'
    const forms = ['NFC', 'NFD'] as const
    for (const [n, set] of forms.entries())
      for (const typed of forms) {
        const email = `cafe-${n}-${typed.toLowerCase()}@example.org`
        const { passwordHash } = await opened.db.user.findUniqueOrThrow({ where: { email: ada.email } })
        const { id } = await opened.db.user.create({
          data: { id: newId(), name: 'Zoë Café', email, passwordHash, createdAt: clock.now() },
        })
        const link = await createResetLinkByCommand(opened.db, clock, email)
        await resetPassword(parts, { token: link.token.reveal(), password: CAFE.normalize(set) })
        const tries: Record<string, number> = {}
        for (let times = 0; times < 12; times++) {
          const { kind } = await tryToSignIn(parts, email, CAFE.normalize(typed))
          tries[kind] = (tries[kind] ?? 0) + 1
        }
        expect(tries).toEqual({ 'signed-in': 12 })
        // Case and blanks matter.
        for (const wrong of [CAFE.toLowerCase(), ` ${CAFE}`, `${CAFE} `])
          expect(await tryToSignIn(parts, email, wrong)).toEqual({ kind: 'refused' })
        const person = await signInAs(parts, email, CAFE.normalize(typed))
        const change = (password: string) =>
          changePassword(parts, person, { current: CAFE.normalize(typed), password })
        await expect(change(CAFE.normalize(typed === 'NFC' ? 'NFD' : 'NFC'))).rejects.toMatchObject({
          fields: { password: 'This is your current password.' },
        })
        await change(`${CAFE} Überall`.normalize(set))
        expect((await signInAs(parts, email, `${CAFE} Überall`.normalize(typed))).id).toBe(id)
      }
  })

  test('an unknown address is answered like a known one, even when its tries are used up', async () => {
    nextWindow()
    for (let n = 0; n < 12; n++) {
      const [known, unknown] = [
        await guess(parts, '192.0.2.7'),
        await tryToSignIn(parts, 'nobody@example.org', 'not the password', { source: '192.0.2.8' }),
      ]
      expect(unknown).toEqual(known)
    }
  })

  test('one source has a hundred tries over all accounts, and an IPv6 /64 is one source', async () => {
    nextWindow()
    const outcomes: SignInOutcome[] = []
    for (const [n, email] of (await cheapAccounts('person', 103)).entries()) {
      const source = `2001:db8:1:2::${(n + 1).toString(16)}`
      outcomes.push(await tryToSignIn(parts, email, 'not the password', { source }))
    }
    expect(kindsOf(outcomes)).toEqual({ refused: 100, wait: 3 })
    const elsewhere = await tryToSignIn(parts, 'x@example.org', 'not the password', {
      source: '2001:db8:1:3::1',
    })
    expect(elsewhere.kind).toBe('refused')
  })

  test('right passwords do not use up a source’s tries, and buy no guesses for other accounts', async () => {
    nextWindow()
    const source = '203.0.113.9'
    for (const [n, email] of (await cheapAccounts('victim', 100)).entries()) {
      const at = await tryToSignIn(parts, email, 'not the password', { source })
      expect(at.kind).toBe('refused')
      if (n % 10 !== 0) continue
      expect((await tryToSignIn(parts, ada.email, ada.password, { source })).kind).toBe(
        n < 99 ? 'signed-in' : 'wait',
      )
    }
    expect((await tryToSignIn(parts, 'victim@example.org', 'not the password', { source })).kind).toBe('wait')
  })

  test('strangers cannot lock a person out of a browser that signed in before; a copy of its cookie has ten tries', async () => {
    nextWindow()
    const first = await tryToSignIn(parts, ada.email, ada.password)
    if (first.kind !== 'signed-in') throw new Error(first.kind)
    expect(await guessTimes(12)).toEqual({ refused: 10, wait: 2 })
    const own = { browser: first.browser, source: '192.0.2.1' }
    expect((await tryToSignIn(other, ada.email, ada.password, own)).kind).toBe('signed-in')
    const stolen: SignInOutcome[] = []
    for (let n = 0; n < 12; n++) stolen.push(await tryToSignIn(parts, ada.email, 'not the password', own))
    expect(kindsOf(stolen)).toEqual({ refused: 10, wait: 2 })
    // A changed cookie, or one of another account, does not count.
    const forged = { browser: first.browser.replace(/^./, (sign) => (sign === '0' ? '1' : '0')) }
    expect((await tryToSignIn(parts, ada.email, ada.password, forged)).kind).toBe('wait')
    clock.advance(91 * 86_400_000)
    await guessTimes(10)
    expect((await tryToSignIn(parts, ada.email, ada.password, own)).kind).toBe('wait')
  })

  test('all browsers of a person belong to one account, and a changed cookie to none', async () => {
    nextWindow()
    const cookies: string[] = []
    for (let n = 0; n < BOTH; n++) {
      const signedIn = await tryToSignIn(parts, ada.email, ada.password)
      if (signedIn.kind === 'signed-in') cookies.push(signedIn.browser)
    }
    const [one = '', another = ''] = cookies
    expect(one.split('.')[0]).not.toBe(another.split('.')[0])
    expect(userOfBrowserCookie(parts, one)).toMatch(/^[\da-f-]{36}$/)
    expect(userOfBrowserCookie(parts, another)).toBe(userOfBrowserCookie(parts, one))
    expect(userOfBrowserCookie(parts, `x${one}`)).toBeNull()
  })

  test('a new password ends known browsers; wrong current passwords are counted; the same password is refused', async () => {
    nextWindow()
    const first = await tryToSignIn(parts, ada.email, ada.password)
    if (first.kind !== 'signed-in') throw new Error(first.kind)
    const change = (current: string, password: string) =>
      changePassword(parts, first.person, { current, password })
    await expect(change(ada.password, ada.password)).rejects.toMatchObject({ code: 'invalid' })
    await expect(change(ada.password, 'password1234')).rejects.toMatchObject({ code: 'invalid' })
    const { browser } = await change(ada.password, 'another long enough phrase')
    const back = await changePassword(parts, first.person, {
      current: 'another long enough phrase',
      password: ada.password,
    })
    await guessTimes(10)
    const by = async (cookie: string) =>
      (await tryToSignIn(parts, ada.email, ada.password, { browser: cookie })).kind
    expect(await by(browser)).toBe('wait')
    // The hash has a new salt, so even the old password counts as new.
    expect(await by(first.browser)).toBe('wait')
    expect(await by(back.browser)).toBe('signed-in')
    for (let n = 0; n < 10; n++)
      await expect(change('wrong', 'yet another long phrase')).rejects.toMatchObject({ code: 'invalid' })
    await expect(change(ada.password, 'yet another long phrase')).rejects.toMatchObject({
      code: 'rate_limited',
    })
  })

  test('a database error is not reported as a wrong password', async () => {
    nextWindow()
    const mend = await breakTable(opened, 'TryCount')
    const outcome = await tryToSignIn(parts, ada.email, ada.password)
    await mend()
    expect(outcome).toMatchObject({ kind: 'unavailable', cause: expect.any(Error) })
  })

  test('an unusable invite is refused before an address is looked up', async () => {
    nextWindow()
    for (const email of [ada.email, 'nobody@example.org'])
      await expect(
        acceptInviteWithNewAccount(parts, 'no such token', { ...ada, email }),
      ).rejects.toMatchObject({
        code: 'not_found',
      })
  })

  test('a second first account is refused before hashing', async () => {
    const run = vi.spyOn(parts.hashing, 'run')
    await expect(createFirstAccount(parts, ada, HERE)).rejects.toMatchObject({ code: 'conflict' })
    expect(run).not.toHaveBeenCalled()
    run.mockRestore()
  })

  test('counts whose window is over are deleted, and no others', async () => {
    nextWindow()
    await deleteExpiredAttemptsInSteps(parts)
    expect(await opened.db.tryCount.count()).toBe(0)
    await guess()
    await deleteExpiredAttemptsInSteps(parts)
    const rows = await opened.db.tryCount.findMany()
    expect(rows.map(({ kind, count }) => [kind, count])).toEqual(
      expect.arrayContaining([
        ['account', 1],
        ['source', 1],
      ]),
    )
    expect(JSON.stringify(rows.map(({ subject }) => subject))).not.toContain('ada')
  })
})

describeOnDatabase('the set-up', async (open) => {
  const opened = await open()

  test('needs the token of the link unless done on the machine; wrong tokens are counted; a used one is worthless', async () => {
    const clock = makeTestClock()
    const [parts, other] = [accountParts(opened.db, clock), accountParts(opened.db, clock)]
    const from = (token: string) => ({ isLocal: false, token, source: '203.0.113.5' })
    const make = (token: string) => createFirstAccount(parts, ada, from(token))
    await expect(make('')).rejects.toMatchObject({ code: 'forbidden' })
    for (let n = 0; n < 10; n++) await expect(make(`wrong ${n}`)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(make('wrong')).rejects.toMatchObject({ code: 'rate_limited' })
    // Another instance printed it, and the token is the same.
    await make(other.seals.setupToken)
    await expect(make(other.seals.setupToken)).rejects.toMatchObject({ code: 'conflict' })
    expect(await opened.db.user.count()).toBe(1)
  })
})
