import { newId } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names AlertDelivery. */

export interface NewDelivery {
  readonly teamId: string
  readonly channelId: string
  readonly alertId: string | null
  readonly event: 'fired' | 'recovered' | 'test'
  readonly nextTryAt: Date | null
  readonly createdAt: Date
}

export const insertDelivery = (
  tx: Tx,
  row: NewDelivery,
  outcome: { state: 'waiting' | 'sent' | 'failed'; tries?: number; lastProblem?: string; sentAt?: Date } = {
    state: 'waiting',
  },
) => tx.alertDelivery.create({ data: { id: newId(), tries: 0, ...row, ...outcome }, select: { id: true } })

/** Due deliveries of all teams, oldest first: each row names its team. */
export const selectDueDeliveries = (db: Db, now: Date, most: number) =>
  db.alertDelivery.findMany({
    where: { state: 'waiting', nextTryAt: { lte: now } },
    orderBy: { nextTryAt: 'asc' },
    take: most,
  })

/** Claims a delivery for one try; others leave it alone until `nextTryAt`. False if somebody else was first. */
export const claimDelivery = async (
  db: Db,
  { id, teamId, nextTryAt }: { id: string; teamId: string; nextTryAt: Date | null },
  until: Date,
): Promise<boolean> =>
  (
    await db.alertDelivery.updateMany({
      where: { id, teamId, state: 'waiting', nextTryAt },
      data: { nextTryAt: until, tries: { increment: 1 } },
    })
  ).count === 1

export const updateDelivery = (
  db: Db,
  { id, teamId }: { id: string; teamId: string },
  change: { state?: string; nextTryAt?: Date | null; lastProblem?: string; sentAt?: Date },
) => db.alertDelivery.updateMany({ where: { id, teamId }, data: change })

export const selectDeliveries = (db: Db, teamId: string, most: number) =>
  db.alertDelivery.findMany({
    where: { teamId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: most,
  })
