import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names ItemMark. */

/** The parts to set on an item's mark; omitted fields stay as they are. */
export interface MarkChange {
  readonly isStarred?: boolean | undefined
  readonly isHidden?: boolean | undefined
  readonly note?: string | undefined
}

interface MarkBy {
  readonly byName: string
  readonly at: Date
}

export type MarkRow = Awaited<ReturnType<typeof saveMark>>

/** The state of a mark that no longer says anything. */
const EMPTY = { isStarred: false, isHidden: false, note: '' } as const

/** Sets the given parts of an item's mark. Returns the whole mark. */
export const saveMark = (
  tx: Tx,
  teamId: string,
  itemId: string,
  { isStarred, isHidden, note }: MarkChange,
  by: MarkBy,
) => {
  const change = {
    ...(isStarred !== undefined && { isStarred }),
    ...(isHidden !== undefined && { isHidden }),
    ...(note !== undefined && { note }),
    ...by,
  }
  return tx.itemMark.upsert({
    where: { teamId_itemId: { teamId, itemId } },
    create: { ...EMPTY, ...change, teamId, itemId },
    update: change,
  })
}

/** Deletes an item's mark if it no longer says anything. */
export const deleteEmptyMark = (tx: Tx, teamId: string, itemId: string) =>
  tx.itemMark.deleteMany({ where: { teamId, itemId, ...EMPTY } })

/** Returns whether the team has marked anything. */
export async function hasMarks(db: Db, teamId: string): Promise<boolean> {
  const rows = await db.$queryRaw<
    unknown[]
  >`SELECT 1 AS "one" FROM "ItemMark" WHERE "teamId" = ${teamId} LIMIT 1`
  return rows.length > 0
}

/** Returns the marks of these items. */
export const selectMarks = (db: Db | Tx, teamId: string, itemIds: string[]): Promise<MarkRow[]> =>
  db.itemMark.findMany({ where: { teamId, itemId: { in: itemIds } } })

/** Returns all marks of a team that hide an item and, on request, those that star or note one. */
export const selectMarksOfTeam = (
  db: Db,
  teamId: string,
  { starred, noted }: { readonly starred: boolean; readonly noted: boolean },
) =>
  db.itemMark.findMany({
    where: {
      teamId,
      OR: [
        { isHidden: true },
        ...(starred ? [{ isStarred: true }] : []),
        ...(noted ? [{ note: { not: '' } }] : []),
      ],
    },
    select: { itemId: true, isStarred: true, isHidden: true, note: true },
    orderBy: { itemId: 'asc' },
  })
