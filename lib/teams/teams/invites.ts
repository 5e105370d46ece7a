import type { z } from 'zod'
import { newToken, notFound, requireAdmin, Secret } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { DAY_MS } from '@/lib/platform/calendar'
import { type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { hashToken } from '@/lib/platform/vault'
import { insertInvite, revokeInviteRow, selectInvites } from './invite-store'
import { type createInviteInput, type InviteView, type inviteInput, role } from './schemas'

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
export async function writeInvite(
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
