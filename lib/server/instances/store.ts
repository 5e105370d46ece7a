import type { Db } from '@/lib/platform/db'

/** The only file that names Instance. */

export const insertInstance = (db: Db, id: string, at: Date) =>
  db.instance.create({ data: { id, startedAt: at, seenAt: at } })

export const touchInstance = (db: Db, id: string, seenAt: Date) =>
  db.instance.updateMany({ where: { id }, data: { seenAt } })

export const stopInstance = (db: Db, id: string, stoppedAt: Date) =>
  db.instance.updateMany({ where: { id }, data: { stoppedAt } })

export const selectLivingInstanceIds = async (db: Db, seenSince: Date): Promise<string[]> => {
  const rows = await db.instance.findMany({
    where: { stoppedAt: null, seenAt: { gte: seenSince } },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}
