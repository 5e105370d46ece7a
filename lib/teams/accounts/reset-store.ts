import { newId } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names PasswordReset. */

interface NewReset {
  readonly tokenHash: string
  readonly userId: string
  readonly way: 'mail' | 'admin' | 'command'
  readonly madeById: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const insertReset = (tx: Tx, row: NewReset) =>
  tx.passwordReset.create({ data: { id: newId(), ...row } })

const usable = (now: Date) => ({ usedAt: null, expiresAt: { gt: now } })

export const selectReset = (db: Db | Tx, tokenHash: string, now: Date) =>
  db.passwordReset.findFirst({ where: { tokenHash, ...usable(now) } })

/** Marks a link as used. Returns 0 if somebody else was faster or it can no longer be used. */
export const markResetUsed = async (tx: Tx, id: string, now: Date): Promise<number> =>
  (await tx.passwordReset.updateMany({ where: { id, ...usable(now) }, data: { usedAt: now } })).count

/** Ends all of a person's links that could still be used. */
export const endResets = (tx: Tx, userId: string, now: Date) =>
  tx.passwordReset.updateMany({ where: { userId, ...usable(now) }, data: { expiresAt: now } })
