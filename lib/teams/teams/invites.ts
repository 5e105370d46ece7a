import type { z } from 'zod'
import {
  AppError,
  type Clock,
  conflict,
  invalid,
  newToken,
  notFound,
  type Role,
  requireAdmin,
  Secret,
  type TeamScope,
} from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { DAY_MS } from '@/lib/platform/calendar'
import { type Db, isDuplicate, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import {
  countMail,
  hashOfAddress,
  type Mailer,
  type MailServer,
  sanitiseNameForMail,
  sendMail,
} from '@/lib/platform/mail'
import { hashToken } from '@/lib/platform/vault'
import {
  type AccountParts,
  type AccountView,
  type NewAccountInput,
  prepareAccount,
  recordEmailConfirmed,
  requireAllowedAttempt,
  requireEnabledAccount,
} from '@/lib/teams/accounts'
import {
  type createInviteInput,
  type InviteView,
  type inviteInput,
  type invitePersonInput,
  roleSchema,
} from './schemas'
import {
  insertInvite,
  markInviteUsed,
  revokeInviteRow,
  selectActiveMember,
  selectInviteByHash,
  selectInvites,
  selectMembership,
  selectTeam,
  upsertMember,
} from './store'

const LIFE_MS = 7 * DAY_MS

/** A new invite, whose token is shown only once. */
export interface NewInvite {
  readonly token: Secret
  readonly expiresAt: Date
}

/** Creates an invite that one person may use within seven days. Admins only. */
export async function createInvite(
  ctx: TeamCtx,
  input: z.output<typeof createInviteInput>,
): Promise<NewInvite> {
  requireAdmin(ctx, 'invite people')
  return transaction(ctx.db, (tx) => writeInvite(tx, ctx, input, null))
}

/** Writes an invite, with the hash of a second token if its link is mailed. The caller has checked the role. */
async function writeInvite(
  tx: Tx,
  ctx: TeamCtx,
  input: z.output<typeof createInviteInput>,
  mailedHash: string | null,
): Promise<NewInvite> {
  const token = newToken()
  const createdAt = ctx.clock.now()
  const expiresAt = new Date(createdAt.getTime() + LIFE_MS)
  const { id } = await insertInvite(tx, {
    teamId: ctx.team.id,
    tokenHash: hashToken(token),
    role: input.role,
    email: input.email || null,
    mailedHash,
    createdById: ctx.actor.memberId,
    createdAt,
    expiresAt,
  })
  const subjectName = input.email || 'anyone with the link'
  const detail = { role: input.role }
  await appendAuditEntry(tx, ctx, { action: 'invite.create', subjectId: id, subjectName, detail })
  return { token: new Secret(token), expiresAt }
}

/** Returns the invites that can still be used, newest first. Admins only. */
export async function listInvites(ctx: TeamCtx): Promise<InviteView[]> {
  requireAdmin(ctx, 'see invites')
  const rows = await selectInvites(ctx.db, ctx.team.id, ctx.clock.now())
  return rows.map(({ id, email, createdAt, expiresAt, ...row }) => ({
    id,
    email,
    createdAt,
    expiresAt,
    role: roleSchema.parse(row.role),
  }))
}

/** Withdraws an unused invite. Admins only. */
export async function revokeInvite(ctx: TeamCtx, input: z.output<typeof inviteInput>): Promise<void> {
  requireAdmin(ctx, 'withdraw invites')
  await transaction(ctx.db, async (tx) => {
    const count = await revokeInviteRow(tx, ctx.team.id, input.inviteId, ctx.clock.now())
    if (count === 0) throw notFound('The invite')
    await appendAuditEntry(tx, ctx, {
      action: 'invite.revoke',
      subjectId: input.inviteId,
      subjectName: 'invite',
    })
  })
}

/** The permission that an invite link gives its holder. */
export interface InviteOffer {
  readonly team: TeamScope
  readonly role: Role
  /** Address of the only account that may use it; null for anyone. */
  readonly email: string | null
  /** Name of who created it. */
  readonly invitedBy: string
}

/**
 * Returns what a link is for. Null if it is wrong, used, withdrawn or expired, or its creator is no longer an admin.
 */
export async function findInvite(db: Db, clock: Clock, token: string): Promise<InviteOffer | null> {
  const found = await selectOpenInvite(db, token, clock.now())
  if (!found) return null
  const { team, invite, inviter } = found
  return { team, role: roleSchema.parse(invite.role), email: invite.email, invitedBy: inviter.user.name }
}

async function selectOpenInvite(db: Db | Tx, token: string, now: Date) {
  const invite = await selectInviteByHash(db, hashToken(token), now)
  if (!invite) return null
  // Removing an admin withdraws their invites, but this one may have been created at the same moment.
  const inviter = await selectActiveMember(db, invite.teamId, invite.createdById)
  if (inviter?.role !== 'admin') return null
  const team = await selectTeam(db, invite.teamId)
  return team && { invite, team, inviter }
}

const isFor = (invite: { readonly email: string | null }, email: string): boolean =>
  invite.email === null || invite.email.toLowerCase() === email.toLowerCase()

/**
 * Joins the team with a new account. Throws `not_found` for a link that cannot be used, before anything is hashed or
 * written, `invalid` for another address than the invite's, and `conflict` for an address that has an account.
 */
export async function acceptInviteWithNewAccount(
  parts: AccountParts,
  token: string,
  input: NewAccountInput,
): Promise<TeamScope> {
  const { db, clock } = parts
  const found = await selectOpenInvite(db, token, clock.now())
  if (!found) throw notFound('The invite')
  if (!isFor(found.invite, input.email))
    throw invalid('No account was created.', { email: `This invite is for ${found.invite.email}.` })
  await requireAllowedAttempt(parts, { kind: 'invite', of: token })
  const writeAccount = await prepareAccount(parts, input)
  try {
    return await transaction(db, async (tx) => join(tx, db, clock, token, await writeAccount(tx)))
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw conflict(
      'There is already an account with this e-mail address. Choose “Sign in and join with your account” below and sign in: you come back here to join.',
      { email: 'This address has an account already.' },
    )
  }
}

/**
 * Joins the team with the signed-in account. Throws `not_found` if the link cannot be used, and `forbidden` if it is
 * for another address.
 */
export const acceptInvite = (db: Db, clock: Clock, token: string, who: AccountView): Promise<TeamScope> =>
  transaction(db, (tx) => join(tx, db, clock, token, who))

async function join(tx: Tx, db: Db, clock: Clock, token: string, who: AccountView): Promise<TeamScope> {
  const now = clock.now()
  const found = await selectOpenInvite(tx, token, now)
  if (!found) throw notFound('The invite')
  const { invite, team } = found
  if (!isFor(invite, who.email))
    throw new AppError(
      'forbidden',
      `This invite is for ${invite.email}. Sign in with the account of that address.`,
    )
  await requireEnabledAccount(tx, who.id)
  if ((await markInviteUsed(tx, invite.id, now)) === 0) throw notFound('The invite')
  // An invite must not lower the role of someone who is in the team, who might be its last admin.
  if (await selectMembership(tx, team.id, who.id)) throw conflict('You are in this team already.')
  const given = roleSchema.parse(invite.role)
  const member = await upsertMember(tx, team.id, who.id, given, now)
  // This link went only to the mailbox; the one that the admin saw has another token.
  if (invite.mailedHash === hashToken(token)) await recordEmailConfirmed(tx, who.id, now)
  const actor = { userId: who.id, memberId: member.id, name: who.name, role: given, sid: '' }
  const ctx: TeamCtx = { team, actor, db, clock }
  await appendAuditEntry(tx, ctx, {
    action: 'invite.accept',
    subjectId: member.id,
    subjectName: who.name,
    detail: { role: given },
  })
  return team
}

const MAX_AN_ADDRESS = 3
const MAX_A_TEAM = 50

/** The outcome of mailing the link: sent, failed, refused because too many were sent today, or nothing to mail. */
export type InviteMailOutcome = 'sent' | 'failed' | 'limit' | 'none'

/**
 * Creates an invite for one address or, if that is chosen, for anyone with the link. One for an address is also mailed
 * if a mail server is set, with its own token, so that using it shows who reads that mailbox. Admins only.
 */
export async function invitePerson(
  ctx: TeamCtx,
  { mailer }: { readonly mailer: Mailer },
  { isOpen, ...given }: z.output<typeof invitePersonInput>,
): Promise<NewInvite & { mail: InviteMailOutcome }> {
  requireAdmin(ctx, 'invite people')
  const input = isOpen ? { ...given, email: '' } : given
  if (isOpen === false && input.email === '')
    throw invalid('No invite was created.', { email: 'Enter the address of the person whom you invite.' })
  const { server } = mailer
  const mailedToken = newToken()
  const { invite, isMailed } = await transaction(ctx.db, async (tx) => {
    const isMailed = server !== null && input.email !== '' && (await mayMail(tx, ctx, input.email))
    return { isMailed, invite: await writeInvite(tx, ctx, input, isMailed ? hashToken(mailedToken) : null) }
  })
  if (!server || input.email === '') return { ...invite, mail: 'none' }
  if (!isMailed) return { ...invite, mail: 'limit' }
  const sent = await sendMail(server, mailOf(ctx, server, input, mailedToken))
  return { ...invite, mail: sent.ok ? 'sent' : 'failed' }
}

const mayMail = (tx: Tx, { team, clock }: TeamCtx, email: string): Promise<boolean> =>
  countMail(tx, clock.now(), [
    { key: `invite to ${hashOfAddress(email)}`, max: MAX_AN_ADDRESS, withinMs: DAY_MS },
    { key: `invites of ${team.id}`, max: MAX_A_TEAM, withinMs: DAY_MS },
  ])

function mailOf(
  { actor, team }: TeamCtx,
  { purserUrl }: MailServer,
  { email, role }: z.output<typeof createInviteInput>,
  token: string,
) {
  const as = role === 'admin' ? 'an admin' : `a ${role}`
  const text = [
    `${sanitiseNameForMail(actor.name)} invites you to join a team in Purser as ${as}: “${sanitiseNameForMail(team.name)}”.`,
    '',
    'This link works once, for seven days, for an account of this address:',
    `${purserUrl}/invite/${token}`,
    '',
    `Purser at ${purserUrl} sent this on behalf of the team. If you do not know it, do nothing.`,
  ].join('\n')
  return { to: email, subject: 'Purser: you are invited to a team', text }
}
