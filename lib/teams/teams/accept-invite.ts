import { AppError, type Clock, conflict, invalid, notFound, type Role, type TeamScope } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { type Db, isDuplicate, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { hashToken } from '@/lib/platform/vault'
import {
  type AccountParts,
  type AccountView,
  confirmEmail,
  type NewAccountInput,
  prepareAccount,
  requireEnabled,
  requireTry,
} from '@/lib/teams/accounts'
import { markInviteUsed, selectInviteByHash } from './invite-store'
import { role } from './schemas'
import { selectActiveMember, selectMembership, selectTeam, upsertMember } from './store'

/** The permission that an invite link gives its holder. */
export interface OpenInvite {
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
export async function findInvite(db: Db, clock: Clock, token: string): Promise<OpenInvite | null> {
  const found = await selectOpenInvite(db, token, clock.now())
  if (!found) return null
  const { team, invite, inviter } = found
  return { team, role: role.parse(invite.role), email: invite.email, invitedBy: inviter.user.name }
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
  await requireTry(parts, { kind: 'invite', of: token })
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
  await requireEnabled(tx, who.id)
  if ((await markInviteUsed(tx, invite.id, now)) === 0) throw notFound('The invite')
  // An invite must not lower the role of someone who is in the team, who might be its last admin.
  if (await selectMembership(tx, team.id, who.id)) throw conflict('You are in this team already.')
  const given = role.parse(invite.role)
  const member = await upsertMember(tx, team.id, who.id, given, now)
  // This link went only to the mailbox; the one that the admin saw has another token.
  if (invite.mailedHash === hashToken(token)) await confirmEmail(tx, who.id, now)
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
