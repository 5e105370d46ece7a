import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names UsageView. */

/** Maximum number of views of a team. */
export const MAX_USAGE_VIEWS = 100

type ViewRow = NonNullable<Awaited<ReturnType<typeof selectUsageView>>>

export const insertUsageView = (tx: Tx, row: ViewRow) => tx.usageView.create({ data: row })

export const countUsageViews = (tx: Tx, teamId: string): Promise<number> =>
  tx.usageView.count({ where: { teamId } })

export const selectUsageView = (tx: Tx, teamId: string, id: string) =>
  tx.usageView.findFirst({ where: { id, teamId } })

/** Returns views in the order of their creation. */
export const selectUsageViews = (db: Db, teamId: string) =>
  db.usageView.findMany({ where: { teamId }, orderBy: { createdAt: 'asc' }, take: MAX_USAGE_VIEWS })

export const deleteUsageViewRow = (tx: Tx, teamId: string, id: string) =>
  tx.usageView.deleteMany({ where: { id, teamId } })
