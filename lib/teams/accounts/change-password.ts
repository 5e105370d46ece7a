import type { z } from 'zod'
import { type Clock, invalid, notFound } from '@/lib/kernel'
import { type Db, type Tx, transaction } from '@/lib/platform/db'
import { noteOwnAccountEvent } from './note-account-event'
import { hashPassword, passwordFits } from './password'
import type { changePasswordInput } from './schemas'
import type { SignedIn } from './sign-in'
import { revokeSessions, selectUser, updatePasswordHash } from './store'

/** Changes the signed-in person's password and ends all their other sessions. */
export async function changePassword(
  db: Db,
  clock: Clock,
  who: SignedIn,
  input: z.output<typeof changePasswordInput>,
): Promise<void> {
  const user = await selectUser(db, who.id)
  if (!user) throw notFound('The account')
  if (!(await passwordFits(user.passwordHash, input.current))) {
    throw invalid('The password was not changed.', { current: 'This is not your current password.' })
  }
  const passwordHash = await hashPassword(input.password)
  await transaction(db, async (tx) => {
    await updatePasswordHash(tx, who.id, passwordHash)
    await revokeSessions(tx, { userId: who.id, exceptId: who.sid }, clock.now())
    await noteOwnAccountEvent(tx, clock, 'password-changed', user)
  })
}

/** Ends every session of a person, as after a change of role or a removal. */
export async function endSessionsOf(tx: Tx, userId: string, at: Date): Promise<void> {
  await revokeSessions(tx, { userId }, at)
}
