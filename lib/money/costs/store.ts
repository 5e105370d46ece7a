import { newId, type Pack } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'
import type { PackPriceView, TopUpCostView } from './schemas'

/** The only file that names TopUpCost and PackPrice. */

export const insertTopUpCost = (
  tx: Tx,
  row: Omit<TopUpCostView, 'id'> & {
    readonly teamId: string
    readonly createdById: string
    readonly createdAt: Date
  },
) => tx.topUpCost.create({ data: { id: newId(), ...row } })

export const deleteTopUpCost = async (tx: Tx, teamId: string, id: string): Promise<number> =>
  (await tx.topUpCost.deleteMany({ where: { id, teamId } })).count

/** Returns the newest top-ups of all wallets. */
export const selectTopUpCosts = (db: Db, teamId: string, limit: number): Promise<TopUpCostView[]> =>
  db.topUpCost.findMany({
    where: { teamId },
    select: { id: true, walletId: true, at: true, creditsNano: true, costMicro: true },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit,
  })

export const selectPackPrices = (db: Db, teamId: string) => db.packPrice.findMany({ where: { teamId } })

export async function putPackPrice(
  tx: Tx,
  teamId: string,
  { pack, creditsNano, costMicro }: PackPriceView,
  changedAt: Date,
): Promise<void> {
  const data = { creditsNano, costMicro, changedAt }
  const where = { teamId_pack: { teamId, pack } }
  await tx.packPrice.upsert({ where, create: { teamId, pack, ...data }, update: data })
}

export const deletePackPrice = (tx: Tx, teamId: string, pack: Pack) =>
  tx.packPrice.deleteMany({ where: { teamId, pack } })
