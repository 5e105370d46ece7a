import type { Clock } from '@/lib/kernel'
import { DAY_MS } from '@/lib/platform/calendar'
import type { Db } from '@/lib/platform/db'
import type { SignedIn } from './sign-in'
import { revokeSessions, selectSession, touchSession } from './store'

export const IDLE_MS = DAY_MS
const TOUCH_EVERY_MS = 5 * 60_000

/** Returns the person of a session; null if it is unknown, revoked, expired, or has been idle for a day. */
export async function checkSession(db: Db, clock: Clock, sid: string): Promise<SignedIn | null> {
  const session = await findLiveSession(db, clock, sid)
  if (!session) return null
  const idle = clock.now().getTime() - session.lastSeenAt.getTime()
  if (idle > TOUCH_EVERY_MS) await touchSession(db, sid, clock.now())
  return { ...session.user, sid }
}

/**
 * Returns whether a session is still valid. This does not count as activity: an open page alone does not keep a
 * session alive.
 */
export const isSessionLive = async (db: Db, clock: Clock, sid: string): Promise<boolean> =>
  (await findLiveSession(db, clock, sid)) !== null

async function findLiveSession(db: Db, clock: Clock, sid: string) {
  const session = await selectSession(db, sid)
  if (!session || session.revokedAt) return null
  const now = clock.now().getTime()
  const isOver = session.expiresAt.getTime() <= now || now - session.lastSeenAt.getTime() > IDLE_MS
  return isOver ? null : session
}

/** Ends a session: its token is refused from now on. */
export async function signOut(db: Db, clock: Clock, sid: string): Promise<void> {
  await revokeSessions(db, { id: sid }, clock.now())
}
