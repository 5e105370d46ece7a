import { newId, type Role } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names Invite. */

export const insertInvite = (
  tx: Tx,
  row: {
    teamId: string
    tokenHash: string
    role: Role
    email: string | null
    mailedHash: string | null
    createdById: string
    createdAt: Date
    expiresAt: Date
  },
) => tx.invite.create({ data: { id: newId(), ...row } })

const usable = (now: Date) => ({ acceptedAt: null, revokedAt: null, expiresAt: { gt: now } })

export const selectInvites = (db: Db, teamId: string, now: Date) =>
  db.invite.findMany({ where: { teamId, ...usable(now) }, orderBy: { createdAt: 'desc' } })

/** Returns the invite by the token of its shown link or of its mailed one. */
export const selectInviteByHash = (db: Db | Tx, hash: string, now: Date) =>
  db.invite.findFirst({ where: { OR: [{ tokenHash: hash }, { mailedHash: hash }], ...usable(now) } })

/** Marks the invite as used. Returns 0 if someone else was faster or it can no longer be used. */
export const markInviteUsed = async (tx: Tx, id: string, now: Date): Promise<number> =>
  (await tx.invite.updateMany({ where: { id, ...usable(now) }, data: { acceptedAt: now } })).count

export const revokeInviteRow = async (tx: Tx, teamId: string, id: string, now: Date): Promise<number> =>
  (await tx.invite.updateMany({ where: { id, teamId, ...usable(now) }, data: { revokedAt: now } })).count

/** Withdraws the unused invites that a member created. Returns their number. */
export const revokeInvitesBy = async (
  tx: Tx,
  teamId: string,
  createdById: string,
  now: Date,
): Promise<number> =>
  (await tx.invite.updateMany({ where: { teamId, createdById, ...usable(now) }, data: { revokedAt: now } }))
    .count
