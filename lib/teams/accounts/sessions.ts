import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type Clock, notFound } from '@/lib/kernel'
import { DAY_MS } from '@/lib/platform/calendar'
import { type Db, transaction } from '@/lib/platform/db'
import { recordOwnAccountEvent } from './note-account-event'
import type { endSessionInput } from './schemas'
import { describeDevice, type SignInSuccess } from './sign-in'
import { revokeSessions, selectSession, selectSessions, touchSession } from './store'

/** One sign-in of a person, as the list shows it. */
export interface SessionView {
  /** Identifies it without being the id that its token carries. */
  readonly handle: string
  readonly device: string
  readonly source: string | null
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly isThis: boolean
}

const MAX = 100

const handleOf = (sid: string): string => createHash('sha256').update(sid).digest('hex').slice(0, 32)

/** Returns the person's valid sessions, at most a hundred, the one seen last first. */
export async function listSessions(db: Db, clock: Clock, who: SignInSuccess): Promise<SessionView[]> {
  const rows = await selectLive(db, clock, who)
  return rows.map((row) => ({
    handle: handleOf(row.id),
    device: describeDevice(row.userAgent),
    source: row.source,
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    isThis: row.id === who.sid,
  }))
}

/** Ends one of the person's own sessions. Throws `not_found` for another's, and for one that has ended. */
export async function endSession(
  db: Db,
  clock: Clock,
  who: SignInSuccess,
  { handle }: z.output<typeof endSessionInput>,
): Promise<void> {
  const row = (await selectLive(db, clock, who)).find(({ id }) => handleOf(id) === handle)
  if (!row) throw notFound('The session')
  await transaction(db, async (tx) => {
    await revokeSessions(tx, { id: row.id }, clock.now())
    await recordOwnAccountEvent(tx, clock, 'session-ended', who)
  })
}

/** Ends all of the person's sessions except this one. */
export async function endOtherSessions(db: Db, clock: Clock, who: SignInSuccess): Promise<void> {
  await transaction(db, async (tx) => {
    await revokeSessions(tx, { userId: who.id, exceptId: who.sid }, clock.now())
    await recordOwnAccountEvent(tx, clock, 'session-ended', who)
  })
}

const selectLive = (db: Db, clock: Clock, who: SignInSuccess) => {
  const now = clock.now()
  return selectSessions(db, who.id, { now, seenAfter: new Date(now.getTime() - IDLE_MS), limit: MAX })
}

const IDLE_MS = DAY_MS
const TOUCH_EVERY_MS = 5 * 60_000

/** Returns the person of a session; null if it is unknown, revoked, expired, or has been idle for a day. */
export async function checkSession(db: Db, clock: Clock, sid: string): Promise<SignInSuccess | null> {
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
