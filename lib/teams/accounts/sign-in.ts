import type { Clock, Secret } from '@/lib/kernel'
import type { Db } from '@/lib/platform/db'
import { passwordFits } from './password'
import type { AccountView } from './schemas'
import { insertSession, selectUserByEmail } from './store'

/** How long a sign-in lasts at most, in seconds. */
export const SESSION_LIFE_S = 7 * 86_400

export interface SignedIn extends AccountView {
  readonly sid: string
}

/** Checks e-mail and password and opens a session. Null if they do not fit, without telling which one. */
export async function signIn(
  db: Db,
  clock: Clock,
  email: string,
  password: Secret,
): Promise<SignedIn | null> {
  const user = await selectUserByEmail(db, email.trim().toLowerCase())
  const fits = await passwordFits(user?.passwordHash ?? null, password.reveal())
  if (!user || !fits) return null
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + SESSION_LIFE_S * 1000)
  const { id: sid } = await insertSession(db, { userId: user.id, createdAt, expiresAt })
  return { id: user.id, name: user.name, email: user.email, sid }
}
