import { expect, test } from 'vitest'
import { createFirstAccount } from '@/lib/teams/accounts'
import { accountParts, HERE, tryToSignIn } from '@/tests/factories/sign-in'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'

const ada = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery staple' }

// A chaos test, because integration tests hash passwords at the lowest cost (tests/stubs/argon2.ts).
describeOnDatabase('what a password costs', async (open) => {
  const opened = await open()
  const parts = accountParts(opened.db, makeTestClock())
  await createFirstAccount(parts, ada, HERE)

  test('an unknown address takes as long as a known one', async () => {
    const least = new Map<string, number>()
    for (let n = 0; n < 9; n++)
      for (const email of [ada.email, 'nobody@example.org']) {
        const began = process.cpuUsage()
        await tryToSignIn(parts, email, 'not the password')
        const { user, system } = process.cpuUsage(began)
        least.set(email, Math.min(least.get(email) ?? Number.POSITIVE_INFINITY, user + system))
      }
    // The minimum of the processor time: elapsed time and a first try would also count other work.
    const [known = 0, unknown = 0] = least.values()
    // Without a password to compare, it would take a tenth.
    expect(unknown / known).toBeGreaterThan(0.5)
    expect(unknown / known).toBeLessThan(2)
  })

  test('a hash costs 19 MiB and two passes', async () => {
    const { passwordHash } = await opened.db.user.findUniqueOrThrow({ where: { email: ada.email } })
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})
