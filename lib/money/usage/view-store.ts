import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names UsageView. */

/** Maximum number of views of a team. */
export const MAX_VIEWS = 100

type ViewRow = NonNullable<Awaited<ReturnType<typeof selectView>>>

export const insertView = (tx: Tx, row: ViewRow) => tx.usageView.create({ data: row })

export const countViews = (tx: Tx, teamId: string): Promise<number> =>
  tx.usageView.count({ where: { teamId } })

export const selectView = (tx: Tx, teamId: string, id: string) =>
  tx.usageView.findFirst({ where: { id, teamId } })

/** Returns views in the order of their creation. */
export const selectViews = (db: Db, teamId: string) =>
  db.usageView.findMany({ where: { teamId }, orderBy: { createdAt: 'asc' }, take: MAX_VIEWS })

export const deleteView = (tx: Tx, teamId: string, id: string) =>
  tx.usageView.deleteMany({ where: { id, teamId } })
