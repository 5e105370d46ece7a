import type { z } from 'zod'
import { AppError, type Clock, conflict, newToken, notFound, Secret } from '@/lib/kernel'
import { type Db, type Tx, transaction } from '@/lib/platform/db'
import { countMail, type Mailer, type MailServer, sendMail } from '@/lib/platform/mail'
import { hashToken } from '@/lib/platform/vault'
import { requireInstallationAdmin } from './installation'
import { recordAdminEvent, recordOwnAccountEvent } from './note-account-event'
import type { AccountParts } from './parts'
import { hashPassword, requireStrongPassword, runInHashQueue } from './password'
import type { personInput, requestResetInput, resetPasswordInput } from './schemas'
import {
  endResetsOfUser,
  insertReset,
  lockUser,
  markResetUsed,
  revokeSessions,
  selectReset,
  selectUser,
  selectUserByEmail,
  updateUser,
} from './store'
import { forgetAttempts, requireAllowedAttempt } from './tries'

const HOUR_MS = 3_600_000
/** Lifetime of a link: others read a mailbox more easily than a page. */
const LIFE_MS = { mail: HOUR_MS, admin: 24 * HOUR_MS, command: 24 * HOUR_MS } as const

/** A link to set a new password; its token is shown or sent once. */
export interface ResetLink {
  readonly token: Secret
  readonly expiresAt: Date
}

/** Creates a link in a transaction. Throws `conflict` for an account that was disabled or deleted a moment ago. */
async function makeReset(
  tx: Tx,
  clock: Clock,
  { userId, way, madeById }: { userId: string; way: keyof typeof LIFE_MS; madeById: string | null },
): Promise<ResetLink> {
  await lockUser(tx, userId)
  const user = await selectUser(tx, userId)
  if (!user || user.disabledAt) throw conflict('This account is disabled. Enable it first.')
  const token = newToken()
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + LIFE_MS[way])
  await insertReset(tx, { tokenHash: hashToken(token), userId, way, madeById, createdAt, expiresAt })
  return { token: new Secret(token), expiresAt }
}

/**
 * Creates a link for somebody else, to be passed on. Throws `conflict` for a disabled account, and for one's own,
 * whose password changes only by the present one. Installation admins only.
 */
export const createResetLink = (
  db: Db,
  clock: Clock,
  who: { readonly id: string },
  { userId }: z.output<typeof personInput>,
): Promise<ResetLink> =>
  transaction(db, async (tx) => {
    await requireInstallationAdmin(tx, who.id, 'create links for a new password')
    if (userId === who.id) throw conflict('Change your own password on the page Account.')
    const user = await selectUser(tx, userId)
    if (!user) throw notFound('The account')
    if (user.disabledAt) throw conflict('This account is disabled. Enable it first.')
    await recordAdminEvent(tx, clock, who, { kind: 'reset-linked', about: user })
    return makeReset(tx, clock, { userId, way: 'admin', madeById: who.id })
  })

/** Creates a link for the person at the machine, by address. Throws a sentence for the operator. */
export const createResetLinkByCommand = (db: Db, clock: Clock, email: string): Promise<ResetLink> =>
  transaction(db, async (tx) => {
    const user = await selectUserByEmail(tx, email.trim().toLowerCase())
    if (!user) throw new AppError('not_found', `No account has the address ${email}.`)
    if (user.disabledAt)
      throw conflict('This account is disabled. An installation admin can enable it on the page People.')
    const detail = { source: 'the command at the machine' }
    await recordAdminEvent(tx, clock, { id: '' }, { kind: 'reset-linked', about: user, detail })
    return makeReset(tx, clock, { userId: user.id, way: 'command', madeById: null })
  })

/** Returns whose password a link sets. Null if it is wrong, used or expired, or the account is disabled or deleted. */
export async function findResetLink(
  db: Db,
  clock: Clock,
  token: string,
): Promise<{ name: string; email: string } | null> {
  const found = await selectUsable(db, clock, token)
  return found && { name: found.user.name, email: found.user.email }
}

async function selectUsable(db: Db | Tx, clock: Clock, token: string) {
  const reset = await selectReset(db, hashToken(token), clock.now())
  const user = reset && (await selectUser(db, reset.userId))
  return user && !user.disabledAt ? { reset, user } : null
}

/**
 * Sets a new password by a link, once. Ends all sessions and all other links of the person, and unlocks their account.
 * Throws `not_found` for a link that cannot be used, before anything is hashed.
 */
export async function resetPassword(
  parts: AccountParts,
  { token, password }: z.output<typeof resetPasswordInput>,
): Promise<{ email: string }> {
  const { db, clock, hashing } = parts
  const usable = await selectUsable(db, clock, token)
  if (!usable) throw notFound('The link')
  await requireAllowedAttempt(parts, { kind: 'reset', of: usable.reset.id })
  await requireStrongPassword(password, usable.user)
  const passwordHash = await runInHashQueue(hashing, 'stranger', () => hashPassword(password))
  const { email } = await transaction(db, async (tx) => {
    const now = clock.now()
    // Of two links used at once, one sets the password, and no link is used while its account is being disabled.
    await lockUser(tx, usable.user.id)
    const found = await selectUsable(tx, clock, token)
    if (!found || (await markResetUsed(tx, found.reset.id, now)) === 0) throw notFound('The link')
    const { reset, user } = found
    // A person who used a mailed link reads that mailbox.
    const emailConfirmedAt = user.emailConfirmedAt ?? (reset.way === 'mail' ? now : null)
    await updateUser(tx, user.id, { passwordHash, emailConfirmedAt })
    await revokeSessions(tx, { userId: user.id }, now)
    await endResetsOfUser(tx, user.id, now)
    await recordOwnAccountEvent(tx, clock, 'password-reset', user)
    return { email: user.email }
  })
  // Those tries were at the old password.
  await forgetAttempts(parts, { kind: 'account', of: email })
  return { email }
}

const MAX_AN_ACCOUNT = 3
const MAX_A_SOURCE = 20
/** Maximum for all requests whose source is not known. */
const MAX_UNKNOWN = 200

/**
 * Sends a link for a new password to an account's address. The answer comes first and is the same for every address;
 * all work is done after it. An account gets at most three mails an hour.
 */
export async function requestReset(
  db: Db,
  clock: Clock,
  mailer: Mailer,
  { email }: z.output<typeof requestResetInput>,
  source: string | null = null,
): Promise<void> {
  const { server } = mailer
  if (server) mailer.later(() => mailReset(db, clock, server, email, source))
}

async function mailReset(
  db: Db,
  clock: Clock,
  server: MailServer,
  email: string,
  source: string | null,
): Promise<void> {
  const link = await transaction(db, async (tx) => {
    const now = clock.now()
    const limit = source === null ? MAX_UNKNOWN : MAX_A_SOURCE
    const perSource = { key: `reset from ${source ?? 'unknown'}`, max: limit, withinMs: HOUR_MS }
    const user = await selectUserByEmail(tx, email)
    const perAccount = user && { key: `reset of ${user.id}`, max: MAX_AN_ACCOUNT, withinMs: HOUR_MS }
    // A request for an unknown address also counts for its source.
    if (!(await countMail(tx, now, perAccount ? [perSource, perAccount] : [perSource]))) return null
    if (!user || user.disabledAt) return null
    return makeReset(tx, clock, { userId: user.id, way: 'mail', madeById: null })
  })
  if (!link) return
  const sent = await sendMail(server, {
    to: email,
    subject: 'Purser: set a new password',
    text: text(server, link),
  })
  if (!sent.ok) throw new Error(`A link for a new password was not sent. ${sent.problem}`)
}

const text = ({ purserUrl }: MailServer, { token }: ResetLink): string =>
  [
    `Someone asked Purser at ${purserUrl} for a new password for the account of this address.`,
    '',
    'This link sets it. It works once, within an hour:',
    `${purserUrl}/sign-in/reset/${token.reveal()}`,
    '',
    'If it was not you, do nothing: the password stays as it is.',
  ].join('\n')
