import { newId } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names WalletCheck. */

export const insertWalletCheck = (
  tx: Tx,
  row: { teamId: string; walletId: string; startedById: string; startedByName: string; startedAt: Date },
) => tx.walletCheck.create({ data: { id: newId(), steps: '[]', ...row } })

/** Returns the wallet's check that is under way; null if there is none. */
export const selectOpenWalletCheck = (db: Db | Tx, teamId: string, walletId: string) =>
  db.walletCheck.findFirst({ where: { teamId, walletId, endedAt: null }, orderBy: { id: 'desc' } })

/**
 * Writes the steps of a check, unless somebody else has changed it since. Returns the number of changed rows (0 or 1).
 */
export const updateWalletCheckSteps = async (
  tx: Tx,
  { id, teamId, steps }: { id: string; teamId: string; steps: string },
  changed: string,
): Promise<number> =>
  (
    await tx.walletCheck.updateMany({
      where: { id, teamId, steps, endedAt: null },
      data: { steps: changed },
    })
  ).count

export const updateWalletCheckEnd = async (
  tx: Tx,
  { id, teamId }: { id: string; teamId: string },
  end: { endedAt: Date; outcome: string },
): Promise<number> =>
  (await tx.walletCheck.updateMany({ where: { id, teamId, endedAt: null }, data: end })).count
