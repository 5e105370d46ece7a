import type { z } from 'zod'
import { type Clock, conflict, invalid, notFound } from '@/lib/kernel'
import { diffFields } from '@/lib/platform/audit'
import { type Db, type Tx, transaction } from '@/lib/platform/db'
import { sealBrowserCookie } from './known-browser'
import { recordAdminEvent, recordOwnAccountEvent } from './note-account-event'
import type { AccountParts } from './parts'
import {
  hashPassword,
  isPasswordCorrect,
  normalisePassword,
  requireStrongPassword,
  runInHashQueue,
} from './password'
import type { changePasswordInput, profileInput } from './schemas'
import type { SignInSuccess } from './sign-in'
import { lockUser, revokeSessions, selectUser, updatePasswordHash, updateUser } from './store'
import { type AttemptSubject, forgetAttempts, requireAllowedAttempt } from './tries'

/** Changes the signed-in person's own name. Past entries keep their former name. */
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
    const detail = diffFields({ name: before.name }, { name })
    await recordAdminEvent(tx, clock, who, { kind: 'changed', about: before, detail })
  })
}

/** Records that a person reads the mailbox of their address, because they used a link that was mailed to it. */
export async function recordEmailConfirmed(tx: Tx, userId: string, at: Date): Promise<void> {
  await updateUser(tx, userId, { emailConfirmedAt: at })
}

/**
 * Changes the signed-in person's password and ends all their other sessions. Wrong current passwords are counted like
 * those at sign-in. Returns the cookie by which this browser stays known.
 */
export async function changePassword(
  parts: AccountParts,
  who: SignInSuccess,
  input: z.output<typeof changePasswordInput>,
): Promise<{ browser: string }> {
  const { db, clock, hashing } = parts
  const user = await selectUser(db, who.id)
  if (!user) throw notFound('The account')
  const tried: AttemptSubject = { kind: 'current', of: who.id }
  await requireAllowedAttempt(parts, tried)
  const passwordHash = await runInHashQueue(hashing, 'known', async () => {
    if (!(await isPasswordCorrect(user.passwordHash, input.current)))
      throw invalid('The password was not changed.', { current: 'This is not your current password.' })
    if (normalisePassword(input.password) === normalisePassword(input.current))
      throw invalid('The password was not changed.', { password: 'This is your current password.' })
    await requireStrongPassword(input.password, user)
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
    await recordOwnAccountEvent(tx, clock, 'password-changed', user)
  })
  await forgetAttempts(parts, tried)
  return { browser: sealBrowserCookie(parts, { id: who.id, passwordHash }) }
}

/** Ends every session of a person, as after a change of role or a removal. */
export async function endSessionsOf(tx: Tx, userId: string, at: Date): Promise<void> {
  await revokeSessions(tx, { userId }, at)
}
