import type { z } from 'zod'
import { type Clock, conflict, invalid, notFound } from '@/lib/kernel'
import { changesOf } from '@/lib/platform/audit'
import { type Db, type Tx, transaction } from '@/lib/platform/db'
import { sealBrowser } from './known-browser'
import { noteAdminEvent, noteOwnAccountEvent } from './note-account-event'
import type { AccountParts } from './parts'
import { hashInTurn, hashPassword, normalisePassword, passwordFits, requireGoodPassword } from './password'
import type { changePasswordInput, profileInput } from './schemas'
import type { SignedIn } from './sign-in'
import { lockUser, revokeSessions, selectUser, updatePasswordHash, updateUser } from './store'
import { forgetTries, requireTry, type Tried } from './tries'

/** Changes the signed-in person's own name. Past entries keep their old name. */
export async function changeProfile(
  db: Db,
  clock: Clock,
  who: { readonly id: string },
  { name }: z.output<typeof profileInput>,
): Promise<void> {
  await transaction(db, async (tx) => {
    const before = await selectUser(tx, who.id)
    if (!before) throw notFound('The account')
    await updateUser(tx, who.id, { name })
    const detail = changesOf({ name: before.name }, { name })
    await noteAdminEvent(tx, clock, who, { kind: 'changed', about: before, detail })
  })
}

/** Records that a person reads the mailbox of their address, because they used a link that was mailed to it. */
export async function confirmEmail(tx: Tx, userId: string, at: Date): Promise<void> {
  await updateUser(tx, userId, { emailConfirmedAt: at })
}

/**
 * Changes the signed-in person's password and ends all their other sessions. Wrong current passwords are counted like
 * those at sign-in. Returns the cookie by which this browser stays known.
 */
export async function changePassword(
  parts: AccountParts,
  who: SignedIn,
  input: z.output<typeof changePasswordInput>,
): Promise<{ browser: string }> {
  const { db, clock, hashing } = parts
  const user = await selectUser(db, who.id)
  if (!user) throw notFound('The account')
  const tried: Tried = { kind: 'current', of: who.id }
  await requireTry(parts, tried)
  const passwordHash = await hashInTurn(hashing, 'known', async () => {
    if (!(await passwordFits(user.passwordHash, input.current)))
      throw invalid('The password was not changed.', { current: 'This is not your current password.' })
    if (normalisePassword(input.password) === normalisePassword(input.current))
      throw invalid('The password was not changed.', { password: 'This is your current password.' })
    await requireGoodPassword(input.password, user)
    return hashPassword(input.password)
  })
  await transaction(db, async (tx) => {
    await lockUser(tx, who.id)
    const present = await selectUser(tx, who.id)
    // If a link for a new password was used meanwhile, the password that it set stays.
    if (!present || present.disabledAt || present.passwordHash !== user.passwordHash)
      throw conflict('The password was changed elsewhere meanwhile. Sign in again.')
    await updatePasswordHash(tx, who.id, passwordHash)
    await revokeSessions(tx, { userId: who.id, exceptId: who.sid }, clock.now())
    await noteOwnAccountEvent(tx, clock, 'password-changed', user)
  })
  await forgetTries(parts, tried)
  return { browser: sealBrowser(parts, { id: who.id, passwordHash }) }
}

/** Ends every session of a person, as after a change of role or a removal. */
export async function endSessionsOf(tx: Tx, userId: string, at: Date): Promise<void> {
  await revokeSessions(tx, { userId }, at)
}
