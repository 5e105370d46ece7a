import { newId, newToken } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names User, Session and Installation. These belong to the installation, not to a team. */

export const insertUser = (
  tx: Tx,
  row: { name: string; email: string; passwordHash: string; createdAt: Date },
) => tx.user.create({ data: { id: newId(), ...row } })

/** PostgreSQL refuses NUL in a text, and with it all that is looked up at the same moment. */
export const selectUserByEmail = async (db: Db | Tx, email: string) =>
  email.includes('\0') ? null : db.user.findUnique({ where: { email } })

export const selectUser = (db: Db | Tx, id: string) => db.user.findUnique({ where: { id } })

export const updatePasswordHash = (tx: Tx, id: string, passwordHash: string) =>
  tx.user.update({ where: { id }, data: { passwordHash } })

export const insertSession = (db: Db, row: { userId: string; createdAt: Date; expiresAt: Date }) =>
  db.session.create({ data: { id: newToken(), lastSeenAt: row.createdAt, ...row } })

export const selectSession = (db: Db, id: string) =>
  db.session.findUnique({
    where: { id },
    include: { user: { select: { id: true, name: true, email: true } } },
  })

export const touchSession = (db: Db, id: string, lastSeenAt: Date) =>
  db.session.updateMany({ where: { id }, data: { lastSeenAt } })

export const revokeSessions = (
  db: Db | Tx,
  which: { id: string } | { userId: string; exceptId?: string },
  at: Date,
) =>
  db.session.updateMany({
    where: {
      revokedAt: null,
      ...('id' in which
        ? { id: which.id }
        : { userId: which.userId, ...(which.exceptId && { id: { not: which.exceptId } }) }),
    },
    data: { revokedAt: at },
  })

const ONLY = 'only'

export const insertInstallation = (tx: Tx, createdAt: Date) =>
  tx.installation.create({ data: { id: ONLY, createdAt } })

export const selectInstallation = (db: Db) => db.installation.findUnique({ where: { id: ONLY } })
