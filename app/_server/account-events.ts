import 'server-only'
import { currentRuntime } from '@/lib/server/runtime'
import { type AccountEvent, noteAccountEvent } from '@/lib/teams/accounts'

/** What happens at the doors. limited: too many tries, nothing was compared. */
export type DoorEvent = 'signed-in' | 'sign-in-failed' | 'sign-in-limited' | 'signed-out'

/**
 * Leaves a trace of an event: an entry in the installation's audit log and a line in the log. Never a password, never a
 * session's id. An entry that cannot be written keeps nobody out.
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
