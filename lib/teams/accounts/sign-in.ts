import type { Clock, Secret } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import { boundedText } from './device'
import { passwordFits } from './password'
import type { AccountView } from './schemas'
import { insertSession, selectUserByEmail } from './store'

/** How long a sign-in lasts at most, in seconds. */
export const SESSION_LIFE_S = 7 * 86_400

export interface SignedIn extends AccountView {
  readonly sid: string
}

/** Where a sign-in comes from, as its request says; null where unknown. */
export interface SignInFrom {
  readonly userAgent: string | null
  readonly source: string | null
}

/**
 * Checks e-mail and password and opens a session. Null if they do not fit or the account is disabled, without telling
 * which.
 */
export async function signIn(
  db: Db,
  clock: Clock,
  email: string,
  password: Secret,
  from: SignInFrom = { userAgent: null, source: null },
): Promise<SignedIn | null> {
  const user = await selectUserByEmail(db, email.trim().toLowerCase())
  const fits = await passwordFits(user?.passwordHash ?? null, password.reveal())
  if (!user || !fits || user.disabledAt) return null
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + SESSION_LIFE_S * 1000)
  const { id: sid } = await insertSession(db, {
    userId: user.id,
    createdAt,
    expiresAt,
    userAgent: boundedText(from.userAgent),
    source: boundedText(from.source),
  })
  return { id: user.id, name: user.name, email: user.email, sid }
}
