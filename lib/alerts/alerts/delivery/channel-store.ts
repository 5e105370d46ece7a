import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names AlertChannel. */

export interface ChannelRow {
  readonly id: string
  readonly teamId: string
  readonly name: string
  readonly kind: string
  readonly hint: string
  readonly sealed: string
  readonly kinds: string
  readonly events: string
  readonly enabled: boolean
  readonly confirmedAt: Date | null
  readonly createdAt: Date
}

export const insertChannel = (tx: Tx, row: ChannelRow) => tx.alertChannel.create({ data: row })

export const selectChannels = (db: Db | Tx, teamId: string) =>
  db.alertChannel.findMany({ where: { teamId, deletedAt: null }, orderBy: { createdAt: 'asc' } })

export const selectChannel = (db: Db | Tx, teamId: string, id: string) =>
  db.alertChannel.findFirst({ where: { id, teamId, deletedAt: null } })

/** Returns the channel whose address a mailed link confirms, of any team; the row names it. */
export const selectChannelByHash = (db: Db | Tx, confirmHash: string) =>
  db.alertChannel.findFirst({ where: { confirmHash, deletedAt: null } })

/** Returns a sealed channel of any team, to test a master key with at start; null if there is none. */
export const findSealedChannel = (db: Db) =>
  db.alertChannel.findFirst({
    where: { sealed: { not: '' } },
    select: { id: true, teamId: true, sealed: true },
  })

export const updateChannel = async (
  tx: Tx,
  teamId: string,
  id: string,
  change: {
    name?: string
    kinds?: string
    events?: string
    enabled?: boolean
    deletedAt?: Date
    sealed?: string
    confirmedAt?: Date
    confirmHash?: string | null
  },
): Promise<number> =>
  (await tx.alertChannel.updateMany({ where: { id, teamId, deletedAt: null }, data: change })).count
