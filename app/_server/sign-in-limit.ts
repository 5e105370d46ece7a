import 'server-only'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { processWide } from '@/lib/platform/process'

const FAILURES = 10
const WINDOW_S = 15 * 60

// Per address of the account: a guesser learns nothing and a person waits a quarter of an hour at most.
const failures = () =>
  processWide('sign-in-limit', () => new RateLimiterMemory({ points: FAILURES, duration: WINDOW_S }))

const keyOf = (email: string): string => email.trim().toLowerCase()

/** Whether another password may be tried for this e-mail address: ten wrong ones in 15 minutes are enough. */
export async function mayTrySignIn(email: string): Promise<boolean> {
  const spent = await failures().get(keyOf(email))
  return spent === null || spent.consumedPoints < FAILURES
}

/** Counts a wrong password. */
export async function signInFailed(email: string): Promise<void> {
  await failures()
    .consume(keyOf(email))
    .catch(() => undefined)
}

/** Forgets the wrong ones after a right one. */
export async function signInWorked(email: string): Promise<void> {
  await failures().delete(keyOf(email))
}
