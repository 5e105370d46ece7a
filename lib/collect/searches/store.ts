import { foldText, nameKeyOf, narrowOperation, narrowOperations, newId, type Operation } from '@/lib/kernel'
import {
  columnSql,
  type Db,
  foldedLikePattern,
  joinSql,
  parseMoment,
  type StoredMoment,
  sql,
  type Tx,
  teamCondition,
} from '@/lib/platform/db'

/** The only file that names SavedSearch, SearchSubject and SearchStar. */

/** The question and its name: a change makes a new version. */
export interface SearchQuestion {
  readonly name: string
  readonly operation: Operation
  readonly subject: string
  readonly product: string | null
}

/** A subject of a search with its stream. */
export interface StoredSubject {
  readonly subject: string
  readonly streamId: string
  /** When a run of it last ended with new items; null if it never did, and for a search's only subject. */
  readonly lastNewAt: Date | null
}

export interface SearchColumns extends SearchQuestion {
  readonly subjectCount: number
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

/** The part of a team's searches that a list shows to a member. */
export interface SearchFilter {
  readonly teamId: string
  readonly memberId: string
  readonly text: string
  readonly tag?: string | undefined
  readonly ownerId?: string | undefined
  readonly operation?: Operation | undefined
  /** The only searches to list, or those to leave out. */
  readonly ids?: { readonly are: 'listed' | 'left out'; readonly of: readonly string[] } | undefined
}

const SORT_COLUMNS = { name: 'nameKey', created: 'createdAt', run: 'lastRunAt' } as const

/** A search's position in a list. */
export interface SearchPlace {
  readonly isStarred: boolean
  readonly id: string
  /** The name's key, or a time. */
  readonly value: string | Date
}

export interface SearchWalk {
  readonly sort: keyof typeof SORT_COLUMNS
  readonly isDescending: boolean
  /** The position after which the walk begins, in its direction; null for its end of the list. */
  readonly from: SearchPlace | null
  /** Whether it walks from the list's end to its beginning. */
  readonly isBackwards: boolean
  readonly limit: number
}

/** Columns to change, with those by which the search is found. */
type ChangedColumns = FoundBy & Partial<SearchColumns>

export type SearchRow = NonNullable<Awaited<ReturnType<typeof selectSearch>>>

export const insertSearch = async (
  tx: Tx,
  { subjects, ...row }: SearchColumns & FoundBy & { teamId: string; ownerId: string; createdAt: Date },
) => {
  const found = foundBy({ ...row, subjects })
  return narrowOperation(await tx.savedSearch.create({ data: { id: newId(), ...row, ...found } }))
}

/** The words by which a search is found. */
type FoundBy = Pick<SearchColumns, 'name' | 'tags'> & { readonly subjects: readonly string[] }

/** Maximum length of the words of one search, which every look for words reads. */
const MAX_WORDS = 20_000

/** Joins the words by line breaks, because no text to look for holds one. */
const toSearchableText = ({ name, tags, subjects }: FoundBy): string =>
  [name, tags, ...subjects].join('\n').slice(0, MAX_WORDS)

/** Returns the columns by which a search is found and sorted. */
const foundBy = (row: FoundBy) => ({
  folded: foldText(toSearchableText(row)),
  nameKey: nameKeyOf(row.name),
})

/** Returns the subjects of a search in order. */
export async function selectSubjects(
  db: Db | Tx,
  { id, teamId, subject, subjectCount, streamId }: SubjectsOf,
): Promise<StoredSubject[]> {
  if (subjectCount === 1) return [{ subject, streamId, lastNewAt: null }]
  return db.searchSubject.findMany({
    where: { searchId: id, teamId },
    select: { subject: true, streamId: true, lastNewAt: true },
    orderBy: { position: 'asc' },
  })
}

type SubjectsOf = Pick<SearchColumns, 'subject' | 'subjectCount' | 'streamId'> & {
  readonly id: string
  readonly teamId: string
}

/** Replaces the subjects of a search. The columns of a search itself hold the only one. */
export async function putSubjects(
  tx: Tx,
  teamId: string,
  searchId: string,
  subjects: readonly StoredSubject[],
): Promise<void> {
  await tx.searchSubject.deleteMany({ where: { searchId, teamId } })
  if (subjects.length === 1) return
  await tx.searchSubject.createMany({
    data: subjects.map((subject, position) => ({ ...subject, searchId, position, teamId })),
  })
}

/** Records when runs of subjects ended with new items. */
export async function noteNewItems(
  tx: Tx,
  teamId: string,
  { searchId, streamId, at }: { readonly searchId: string; readonly streamId: string; readonly at: Date },
): Promise<void> {
  await tx.searchSubject.updateMany({ where: { searchId, teamId, streamId }, data: { lastNewAt: at } })
}

/** Selects own searches and those shared with the team. Another member's private search cannot be found. */
const visibleTo = (teamId: string, memberId: string) => ({
  teamId,
  OR: [{ ownerId: memberId }, { shared: true }],
})

const BY_NAME = [{ nameKey: 'asc' as const }, { id: 'asc' as const }]
const IN_USE = { deletedAt: null } as const
const IN_TRASH = { deletedAt: { not: null } } as const

export const selectSearches = (db: Db, teamId: string, memberId: string) =>
  narrowOperations(
    db.savedSearch.findMany({
      where: { ...visibleTo(teamId, memberId), ...IN_USE },
      orderBy: BY_NAME,
    }),
  )

/** Returns the condition for the searches `s` of a list. */
function listed({ teamId, memberId, text, tag, ownerId, operation, ids }: SearchFilter) {
  const parts = [
    sql`s."teamId" = ${teamId} AND s."deletedAt" IS NULL AND (s."ownerId" = ${memberId} OR s."shared")`,
  ]
  if (text !== '') parts.push(sql`s."folded" LIKE ${foldedLikePattern(text)} ESCAPE '\\'`)
  // Tags are a JSON array of texts.
  if (tag) parts.push(sql`s."tags" LIKE ${`%${escaped(JSON.stringify(tag))}%`} ESCAPE '\\'`)
  if (ownerId) parts.push(sql`s."ownerId" = ${ownerId}`)
  if (operation) parts.push(sql`s."operation" = ${operation}`)
  if (ids?.of.length) {
    const list = joinSql(ids.of.map((id) => sql`${id}`))
    parts.push(ids.are === 'listed' ? sql`s."id" IN (${list})` : sql`s."id" NOT IN (${list})`)
  } else if (ids?.are === 'listed') parts.push(sql`1 = 0`)
  return joinSql(parts, ' AND ')
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

/** Counts the searches of a list, `max` at most. */
export async function countListed(db: Db, filter: SearchFilter, max: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint | number }[]>(sql`
    SELECT COUNT(*) AS "count" FROM (SELECT 1 FROM "SavedSearch" s WHERE ${listed(filter)} LIMIT ${max}) f`)
  return Number(row?.count ?? 0)
}

/**
 * Returns the positions of a list's searches in the direction of the walk: starred ones stand first, and each part is
 * in the order of one column. Walks along that column's index, so that every page costs the same.
 */
export async function walkSearches(db: Db, filter: SearchFilter, walk: SearchWalk): Promise<SearchPlace[]> {
  const { from, isBackwards, limit } = walk
  const parts = isBackwards ? [false, true] : [true, false]
  const found: SearchPlace[] = []
  for (const isStarred of from && from.isStarred === parts[1] ? parts.slice(1) : parts) {
    if (found.length === limit) break
    const start = from?.isStarred === isStarred ? from : null
    found.push(
      ...(await walkPart(db, filter, { ...walk, from: start, limit: limit - found.length }, isStarred)),
    )
  }
  return found
}

async function walkPart(
  db: Db,
  filter: SearchFilter,
  { sort, isDescending, from, isBackwards, limit }: SearchWalk,
  isStarred: boolean,
): Promise<SearchPlace[]> {
  const column = sql`s.${columnSql(SORT_COLUMNS[sort])}`
  const isDown = isDescending !== isBackwards
  const order = isDown ? sql`DESC` : sql`ASC`
  const start = from
    ? sql`AND (${column}, s."id") ${isDown ? sql`<` : sql`>`} (${from.value}, ${from.id})`
    : sql``
  const stars = sql`SELECT p."searchId" FROM "SearchStar" p WHERE p."memberId" = ${filter.memberId}`
  const rows = await db.$queryRaw<{ id: string; value: string | StoredMoment }[]>(sql`
    SELECT s."id", ${column} AS "value" FROM "SavedSearch" s
    WHERE ${listed(filter)} AND s."id" ${isStarred ? sql`IN` : sql`NOT IN`} (${stars}) ${start}
    ORDER BY ${column} ${order}, s."id" ${order} LIMIT ${limit}`)
  return rows.map(({ id, value }) => ({
    id,
    isStarred,
    value: typeof value === 'string' ? value : parseMoment(value),
  }))
}

/** Returns the given searches of a team. */
export const selectByIds = (db: Db, teamId: string, ids: readonly string[]) =>
  narrowOperations(db.savedSearch.findMany({ where: { id: { in: [...ids] }, ...teamCondition(teamId) } }))

/** Returns the different lists of tags that the searches a member may see have, as JSON. */
export async function selectTagLists(
  db: Db,
  { teamId, memberId, limit }: { teamId: string; memberId: string; limit: number },
): Promise<string[]> {
  const rows = await db.$queryRaw<{ tags: string }[]>(sql`
    SELECT DISTINCT s."tags" FROM "SavedSearch" s
    WHERE ${listed({ teamId, memberId, text: '' })} AND s."tags" <> '[]' LIMIT ${limit}`)
  return rows.map(({ tags }) => tags)
}

/** Records when searches last ran. */
export async function noteSearchRuns(
  db: Db | Tx,
  teamId: string,
  runs: readonly { readonly searchId: string; readonly at: Date }[],
): Promise<void> {
  for (const { searchId, at } of runs)
    await db.savedSearch.updateMany({
      where: { id: searchId, teamId, lastRunAt: { lt: at } },
      data: { lastRunAt: at },
    })
}

/** Returns the names of the searches that the member may see, in order; only of the given ids, if any. */
export const selectSearchNames = (db: Db, teamId: string, memberId: string, ids?: string[]) =>
  db.savedSearch.findMany({
    where: { ...(ids && { id: { in: ids } }), ...visibleTo(teamId, memberId), ...IN_USE },
    select: { id: true, name: true },
    orderBy: BY_NAME,
  })

/** Returns what these searches ask, of those that the member may see. */
export const selectSearchQuestions = (db: Db, teamId: string, memberId: string, ids: string[]) =>
  db.savedSearch.findMany({
    where: { id: { in: ids }, ...visibleTo(teamId, memberId), ...IN_USE },
    select: { id: true, name: true, operation: true, subject: true, subjectCount: true, product: true },
  })

/** Returns other searches that the member may see and that ask the same, by name. */
export const selectDuplicateSearches = (
  db: Db,
  { teamId, memberId, id, limit }: { teamId: string; memberId: string; id: string; limit: number },
  { operation, subject, product }: Pick<SearchQuestion, 'operation' | 'subject' | 'product'>,
) =>
  db.savedSearch.findMany({
    where: {
      id: { not: id },
      operation,
      subject,
      product,
      subjectCount: 1,
      ...visibleTo(teamId, memberId),
      ...IN_USE,
    },
    select: { id: true, name: true },
    orderBy: BY_NAME,
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
  data: ChangedColumns | { readonly deletedAt: Date | null },
): Promise<number> => {
  const where = { id, teamId }
  if (!('name' in data)) return (await tx.savedSearch.updateMany({ where, data })).count
  const { subjects, ...columns } = data
  const found = foundBy({ ...columns, subjects })
  return (await tx.savedSearch.updateMany({ where, data: { ...columns, ...found } })).count
}

export const selectStars = async (db: Db, teamId: string, memberId: string): Promise<ReadonlySet<string>> => {
  const rows = await db.searchStar.findMany({ where: { teamId, memberId }, select: { searchId: true } })
  return new Set(rows.map(({ searchId }) => searchId))
}

/**
 * Stars a search; succeeds even if another click of the member's does the same at the same moment. Returns whether it
 * was not starred before.
 */
export const putStar = async (
  tx: Tx,
  { teamId, memberId, searchId }: { teamId: string; memberId: string; searchId: string },
): Promise<boolean> =>
  (await tx.$executeRaw`
    INSERT INTO "SearchStar" ("teamId", "memberId", "searchId") VALUES (${teamId}, ${memberId}, ${searchId})
    ON CONFLICT ("memberId", "searchId") DO NOTHING`) === 1

/** Takes a star away. Returns whether it was there. */
export const deleteStar = async (
  tx: Tx,
  star: { teamId: string; memberId: string; searchId: string },
): Promise<boolean> => (await tx.searchStar.deleteMany({ where: star })).count === 1
