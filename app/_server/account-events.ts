import 'server-only'
import { currentRuntime } from '@/lib/server/runtime'
import { type AccountEvent, noteAccountEvent } from '@/lib/teams/accounts'

/** Events at sign-in and sign-out. `sign-in-limited`: too many attempts, so no password was compared. */
export type DoorEvent = 'signed-in' | 'sign-in-failed' | 'sign-in-limited' | 'signed-out'

/**
 * Records an event in the installation's audit log and in the log; never a password or a session's id. An entry that
 * cannot be written locks nobody out.
 */
export async function tellAccountEvent(
  kind: DoorEvent,
  about: Pick<AccountEvent, 'userId' | 'email' | 'source'>,
): Promise<void> {
  const { db, clock, log } = currentRuntime()
  log.info({ event: kind, userId: about.userId, source: about.source }, 'account')
  await noteAccountEvent(db, clock, { kind, ...about }).catch((err: unknown) =>
    log.error({ err, event: kind }, 'no audit entry was written'),
  )
}
