import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type Clock, notFound } from '@/lib/kernel'
import { type Db, transaction } from '@/lib/platform/db'
import { IDLE_MS } from './check-session'
import { deviceOf } from './device'
import { noteOwnAccountEvent } from './note-account-event'
import type { endSessionInput } from './schemas'
import type { SignedIn } from './sign-in'
import { revokeSessions, selectSessions } from './store'

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
export async function listSessions(db: Db, clock: Clock, who: SignedIn): Promise<SessionView[]> {
  const rows = await selectLive(db, clock, who)
  return rows.map((row) => ({
    handle: handleOf(row.id),
    device: deviceOf(row.userAgent),
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
  who: SignedIn,
  { handle }: z.output<typeof endSessionInput>,
): Promise<void> {
  const row = (await selectLive(db, clock, who)).find(({ id }) => handleOf(id) === handle)
  if (!row) throw notFound('The session')
  await transaction(db, async (tx) => {
    await revokeSessions(tx, { id: row.id }, clock.now())
    await noteOwnAccountEvent(tx, clock, 'session-ended', who)
  })
}

/** Ends all of the person's sessions except this one. */
export async function endOtherSessions(db: Db, clock: Clock, who: SignedIn): Promise<void> {
  await transaction(db, async (tx) => {
    await revokeSessions(tx, { userId: who.id, exceptId: who.sid }, clock.now())
    await noteOwnAccountEvent(tx, clock, 'session-ended', who)
  })
}

const selectLive = (db: Db, clock: Clock, who: SignedIn) => {
  const now = clock.now()
  return selectSessions(db, who.id, { now, seenAfter: new Date(now.getTime() - IDLE_MS), most: MAX })
}
