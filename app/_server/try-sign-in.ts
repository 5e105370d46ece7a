import 'server-only'
import { headers } from 'next/headers'
import { Secret } from '@/lib/kernel'
import { currentRuntime } from '@/lib/server/runtime'
import { type SignedIn, type SignInOutcome, signIn } from '@/lib/teams/accounts'
import { type DoorEvent, tellAccountEvent } from './account-events'
import { keepKnownBrowser, readKnownBrowser } from './known-browser'
import { currentVisitor } from './visitor'

const EVENTS: Record<SignInOutcome['kind'], DoorEvent | null> = {
  'signed-in': 'signed-in',
  refused: 'sign-in-failed',
  wait: 'sign-in-limited',
  busy: 'sign-in-limited',
  unavailable: null,
}

/**
 * Signs a visitor in for next-auth: returns the person, or null if the password does not match. Throws an error whose
 * text is the outcome, such as `wait-540`: next-auth passes it to the form (client-auth.ts).
 */
export async function trySignIn(email: string, password: string): Promise<SignedIn | null> {
  const { accounts, log } = currentRuntime()
  const { source, isHttps } = await currentVisitor()
  const browser = await readKnownBrowser(isHttps)
  const userAgent = (await headers()).get('user-agent')
  const given = { email, password: new Secret(password), source, browser, userAgent }
  const outcome = await signIn(accounts, given).catch(
    (cause: unknown): SignInOutcome => ({ kind: 'unavailable', cause }),
  )
  const event = EVENTS[outcome.kind]
  const subject = outcome.kind === 'signed-in' ? { userId: outcome.person.id } : { email }
  if (event) await tellAccountEvent(event, { ...subject, source })
  if (outcome.kind === 'refused') return null
  if (outcome.kind === 'wait') throw new Error(`wait-${outcome.seconds}`)
  if (outcome.kind === 'unavailable') log.error({ err: outcome.cause }, 'sign-in failed')
  if (outcome.kind !== 'signed-in') throw new Error(outcome.kind)
  await keepKnownBrowser(outcome.browser, isHttps)
  return outcome.person
}
