import { createHash } from 'node:crypto'
import type { z } from 'zod'
import {
  type Clock,
  conflict,
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
  type AccountParts,
  type AccountView,
  type NewAccountInput,
  prepareAccount,
  requireTry,
} from '@/lib/teams/accounts'
import { type createInviteInput, type InviteView, type inviteInput, role } from './schemas'
import {
  insertInvite,
  markInviteUsed,
  revokeInviteRow,
  selectInviteByHash,
  selectInvites,
  selectMember,
  selectMembership,
  selectTeam,
  upsertMember,
} from './store'

const LIFE_MS = 7 * DAY_MS

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Makes an invite that one person may use within seven days. Its token is shown only once. Admins only. */
export async function createInvite(
  ctx: TeamCtx,
  input: z.output<typeof createInviteInput>,
): Promise<{ token: Secret; expiresAt: Date }> {
  requireAdmin(ctx, 'invite people')
  const token = newToken()
  const createdAt = ctx.clock.now()
  const expiresAt = new Date(createdAt.getTime() + LIFE_MS)
  await transaction(ctx.db, async (tx) => {
    const { id } = await insertInvite(tx, {
      teamId: ctx.team.id,
      tokenHash: hashOf(token),
      role: input.role,
      email: input.email || null,
      createdById: ctx.actor.memberId,
      createdAt,
      expiresAt,
    })
    const subjectName = input.email || 'anyone with the link'
    await appendAuditEntry(tx, ctx, {
      action: 'invite.create',
      subjectId: id,
      subjectName,
      detail: { role: input.role },
    })
  })
  return { token: new Secret(token), expiresAt }
}

/** The invites that can still be used, newest first. Admins only. */
export async function listInvites(ctx: TeamCtx): Promise<InviteView[]> {
  requireAdmin(ctx, 'see invites')
  const rows = await selectInvites(ctx.db, ctx.team.id, ctx.clock.now())
  return rows.map(({ id, email, createdAt, expiresAt, ...row }) => ({
    id,
    email,
    createdAt,
    expiresAt,
    role: role.parse(row.role),
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

/** The team and role of an invite link. Null if the link is wrong, used, withdrawn or expired, or its maker is no admin any more. */
export async function findInvite(
  db: Db,
  clock: Clock,
  token: string,
): Promise<{ team: TeamScope; role: Role } | null> {
  const found = await selectOpenInvite(db, token, clock.now())
  return found && { team: found.team, role: role.parse(found.invite.role) }
}

async function selectOpenInvite(db: Db | Tx, token: string, now: Date) {
  const invite = await selectInviteByHash(db, hashOf(token), now)
  if (!invite) return null
  // Removing an admin withdraws their invites; this one may have been made at the same moment.
  const inviter = await selectMember(db, invite.teamId, invite.createdById)
  if (inviter?.role !== 'admin') return null
  const team = await selectTeam(db, invite.teamId)
  return team && { invite, team }
}

/**
 * Joins the team with a new account. Throws `not_found` for a link that cannot be used, before anything is hashed or an
 * address is looked at; `conflict` for a known e-mail.
 */
export async function acceptInviteWithNewAccount(
  parts: AccountParts,
  token: string,
  input: NewAccountInput,
): Promise<TeamScope> {
  const { db, clock } = parts
  if (!(await findInvite(db, clock, token))) throw notFound('The invite')
  await requireTry(parts, { kind: 'invite', of: token })
  const writeAccount = await prepareAccount(parts, input)
  try {
    return await transaction(db, async (tx) => join(tx, db, clock, token, await writeAccount(tx)))
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw conflict(
      'There is already an account with this e-mail address. Sign in first, then open the link again.',
      {
        email: 'This address has an account already.',
      },
    )
  }
}

/** Joins the team with the signed-in account. Throws `not_found` if the link cannot be used. */
export const acceptInvite = (db: Db, clock: Clock, token: string, who: AccountView): Promise<TeamScope> =>
  transaction(db, (tx) => join(tx, db, clock, token, who))

async function join(tx: Tx, db: Db, clock: Clock, token: string, who: AccountView): Promise<TeamScope> {
  const now = clock.now()
  const found = await selectOpenInvite(tx, token, now)
  if (!found || (await markInviteUsed(tx, found.invite.id, now)) === 0) throw notFound('The invite')
  const { invite, team } = found
  // An invite must not lower the role of someone who is in the team: it might be its last admin.
  if (await selectMembership(tx, team.id, who.id)) throw conflict('You are in this team already.')
  const given = role.parse(invite.role)
  const member = await upsertMember(tx, team.id, who.id, given, now)
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
