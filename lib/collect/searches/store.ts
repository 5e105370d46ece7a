import { foldText, narrowOperation, narrowOperations, newId, type Operation } from '@/lib/kernel'
import { type Db, foldedLikePattern, sql, type Tx, teamConditionSql } from '@/lib/platform/db'

/** The only file that names SavedSearch and SearchStar. */

/** The question and its name: a change makes a new version. */
export interface SearchQuestion {
  readonly name: string
  readonly operation: Operation
  readonly subject: string
  readonly product: string | null
}

export interface SearchColumns extends SearchQuestion {
  readonly shared: boolean
  readonly keyChoice: string
  readonly environmentId: string | null
  readonly walletId: string | null
  readonly keyId: string | null
  readonly tags: string
  readonly reuseSeconds: number
  readonly version: number
  readonly streamId: string
  readonly updatedAt: Date
  readonly changedByName: string
}

interface SearchPage {
  readonly teamId: string
  readonly memberId: string
  readonly text: string
  readonly skip: number
  readonly limit: number
}

export type SearchRow = NonNullable<Awaited<ReturnType<typeof selectSearch>>>

export const insertSearch = async (
  tx: Tx,
  row: SearchColumns & { teamId: string; ownerId: string; createdAt: Date },
) =>
  narrowOperation(
    await tx.savedSearch.create({ data: { id: newId(), ...row, folded: foldText(toSearchableText(row)) } }),
  )

/** Joins the words by line breaks, because no text to look for holds one. */
const toSearchableText = ({
  name,
  tags,
  subject,
}: Pick<SearchColumns, 'name' | 'tags' | 'subject'>): string => [name, tags, subject].join('\n')

/** Selects own searches and those shared with the team. Another member's private search cannot be found. */
const visibleTo = (teamId: string, memberId: string) => ({
  teamId,
  OR: [{ ownerId: memberId }, { shared: true }],
})

const IN_USE = { deletedAt: null } as const
const IN_TRASH = { deletedAt: { not: null } } as const

export const selectSearches = (db: Db, teamId: string, memberId: string) =>
  narrowOperations(
    db.savedSearch.findMany({
      where: { ...visibleTo(teamId, memberId), ...IN_USE },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    }),
  )

/**
 * Returns the searches whose name, tags or question contain a text, starred ones first, then by name, from an offset in
 * that order.
 */
export async function selectSearchPage(
  db: Db,
  { teamId, memberId, text, skip, limit }: SearchPage,
): Promise<SearchRow[]> {
  const found = await db.$queryRaw<{ id: string }[]>(sql`
    SELECT "id" FROM "SavedSearch" s
    WHERE "teamId" = ${teamId} AND "deletedAt" IS NULL AND ("ownerId" = ${memberId} OR "shared")
      AND "folded" LIKE ${foldedLikePattern(text)} ESCAPE '\\'
    ORDER BY CASE WHEN EXISTS (SELECT 1 FROM "SearchStar" p
      WHERE p."memberId" = ${memberId} AND p."searchId" = s."id") THEN 0 ELSE 1 END, "name", "id"
    LIMIT ${limit} OFFSET ${skip}`)
  const ids = found.map(({ id }) => id)
  const rows = await narrowOperations(
    db.savedSearch.findMany({ where: { id: { in: ids }, ...teamConditionSql(teamId) } }),
  )
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Returns the names of the searches that the member may see, in order; only of the given ids, if any. */
export const selectSearchNames = (db: Db, teamId: string, memberId: string, ids?: string[]) =>
  db.savedSearch.findMany({
    where: { ...(ids && { id: { in: ids } }), ...visibleTo(teamId, memberId), ...IN_USE },
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })

/** Returns what these searches ask, of those that the member may see. */
export const selectSearchQuestions = (db: Db, teamId: string, memberId: string, ids: string[]) =>
  db.savedSearch.findMany({
    where: { id: { in: ids }, ...visibleTo(teamId, memberId), ...IN_USE },
    select: { id: true, name: true, operation: true, subject: true, product: true },
  })

/** Returns other searches that the member may see and that ask the same, by name. */
export const selectDuplicateSearches = (
  db: Db,
  { teamId, memberId, id, limit }: { teamId: string; memberId: string; id: string; limit: number },
  { operation, subject, product }: Pick<SearchQuestion, 'operation' | 'subject' | 'product'>,
) =>
  db.savedSearch.findMany({
    where: { id: { not: id }, operation, subject, product, ...visibleTo(teamId, memberId), ...IN_USE },
    select: { id: true, name: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    take: limit,
  })

export const selectAnySearch = (db: Db, teamId: string, memberId: string) =>
  db.savedSearch.findFirst({ where: { ...visibleTo(teamId, memberId), ...IN_USE }, select: { id: true } })

/** Returns the latest searches that were moved to the trash. */
export const selectDeletedSearches = (db: Db, teamId: string, memberId: string, limit: number) =>
  narrowOperations(
    db.savedSearch.findMany({
      where: { ...visibleTo(teamId, memberId), ...IN_TRASH },
      orderBy: [{ deletedAt: 'desc' }, { id: 'desc' }],
      take: limit,
    }),
  )

export const selectSearch = async (db: Db | Tx, teamId: string, memberId: string, id: string) => {
  const row = await db.savedSearch.findFirst({ where: { id, ...visibleTo(teamId, memberId), ...IN_USE } })
  return row && narrowOperation(row)
}

export const selectDeletedSearch = async (db: Db | Tx, teamId: string, memberId: string, id: string) => {
  const row = await db.savedSearch.findFirst({ where: { id, ...visibleTo(teamId, memberId), ...IN_TRASH } })
  return row && narrowOperation(row)
}

export const updateSearchRow = async (
  tx: Tx,
  teamId: string,
  id: string,
  data: SearchColumns | { readonly deletedAt: Date | null },
): Promise<number> => {
  const folded = 'name' in data ? { folded: foldText(toSearchableText(data)) } : {}
  return (await tx.savedSearch.updateMany({ where: { id, teamId }, data: { ...data, ...folded } })).count
}

export const selectStars = async (db: Db, teamId: string, memberId: string): Promise<ReadonlySet<string>> => {
  const rows = await db.searchStar.findMany({ where: { teamId, memberId }, select: { searchId: true } })
  return new Set(rows.map(({ searchId }) => searchId))
}

/** Stars a search; succeeds even if another click of the member's does the same at the same moment. */
export const putStar = (
  tx: Tx,
  { teamId, memberId, searchId }: { teamId: string; memberId: string; searchId: string },
) => tx.$executeRaw`
  INSERT INTO "SearchStar" ("teamId", "memberId", "searchId") VALUES (${teamId}, ${memberId}, ${searchId})
  ON CONFLICT ("memberId", "searchId") DO NOTHING`

export const deleteStar = (tx: Tx, star: { teamId: string; memberId: string; searchId: string }) =>
  tx.searchStar.deleteMany({ where: star })
