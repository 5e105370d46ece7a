import type { Db, Tx } from '@/lib/db'

/** The only file that names ResultPage. */

export interface PageRow {
  readonly attemptId: string
  readonly teamId: string
  readonly runId: string
  readonly pageNumber: number
  readonly itemCount: number
  /** The items, packed; null where `sourceId` says whose they are. */
  readonly packed: Uint8Array<ArrayBuffer> | null
  readonly sourceId: string | null
  readonly news: string
  readonly at: Date
}

export const insertPages = (tx: Tx, rows: readonly PageRow[]) => tx.resultPage.createMany({ data: [...rows] })

/** What is known of a run's pages without opening them, in their order. */
export const selectPageHeads = (db: Db, teamId: string, runId: string) =>
  db.resultPage.findMany({
    where: { teamId, runId },
    select: { attemptId: true, pageNumber: true, itemCount: true, sourceId: true, news: true, at: true },
    orderBy: { pageNumber: 'asc' },
  })

/** Whose pages these are, and where their items lie. */
export const selectPageOrigins = (db: Db, teamId: string, ids: string[]) =>
  db.resultPage.findMany({
    where: { teamId, attemptId: { in: ids } },
    select: { attemptId: true, runId: true, sourceId: true },
  })

const CONTENT = { attemptId: true, items: true, packed: true } as const

/** The contents of pages, by id. */
export const selectPageContents = (db: Db, teamId: string, ids: string[]) =>
  db.resultPage.findMany({ where: { teamId, attemptId: { in: ids } }, select: CONTENT })

/** When the oldest of the pages was bought that a run took from those bought before; null where it took none. */
export async function selectOldestSource(db: Db, teamId: string, runId: string): Promise<Date | null> {
  const taken = await db.resultPage.findMany({
    where: { teamId, runId, sourceId: { not: null } },
    select: { sourceId: true },
  })
  const ids = taken.flatMap(({ sourceId }) => sourceId ?? [])
  if (ids.length === 0) return null
  const { _min } = await db.resultPage.aggregate({
    where: { teamId, attemptId: { in: ids } },
    _min: { at: true },
  })
  return _min.at
}
