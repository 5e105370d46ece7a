import { type Clock, Secret } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import {
  type AccountParts,
  createAccountParts,
  type SetupProof,
  type SignInAttempt,
  type SignInOutcome,
  type SignInSuccess,
  signIn,
} from '@/lib/teams/accounts'

const SECRET = 'a session secret of tests alone, long enough'

/** The parts of one instance. Those of the same database share its counts, as two instances do. */
export const accountParts = (db: Db, clock: Clock): AccountParts =>
  createAccountParts({ db, clock, secret: SECRET })

/** A visitor at the machine itself, who may set up Purser. */
export const HERE: SetupProof = { isLocal: true, token: '', source: '127.0.0.1' }

/** One try to sign in: from one place and a browser that is not known, unless told otherwise. */
export const tryToSignIn = (
  parts: AccountParts,
  email: string,
  password: string,
  from: Partial<Pick<SignInAttempt, 'source' | 'browser' | 'userAgent'>> = {},
): Promise<SignInOutcome> =>
  signIn(parts, {
    email,
    password: new Secret(password),
    source: '192.0.2.1',
    browser: null,
    userAgent: null,
    ...from,
  })

/** The same, where anything but a session is an error. */
export async function signInAs(parts: AccountParts, email: string, password: string): Promise<SignInSuccess> {
  const outcome = await tryToSignIn(parts, email, password)
  if (outcome.kind !== 'signed-in') throw new Error(`Could not sign in: ${outcome.kind}`)
  return outcome.person
}
