import { columnSql, type Db, joinSql, momentOf, type StoredMoment, sql } from '@/lib/platform/db'
import { ATTEMPTS } from '../core/attempt-store'
import type { EntryFilter } from '../core/entry-fields'
import type { EntryPlace } from '../core/entry-place'
import { ENTRIES } from '../core/entry-store'
import type { Sql } from '../core/rollup-store'
import type { TimeSpan } from '../core/schemas'

const COLUMNS = ['walletId', 'keyId', 'environmentId', 'memberId', 'searchId', 'operation'] as const

/** Returns the condition for entries before a position, in the order of (at, id). */
const before = ({ at, id }: EntryPlace): Sql =>
  sql`e."at" <= ${at} AND NOT (e."at" = ${at} AND e."id" >= ${id})`

/** Returns a filter as a condition on entries or on their attempts. */
function fits(filter: EntryFilter, of: 'e' | 'a'): Sql {
  const column = (name: string) => sql`${of === 'e' ? sql`e` : sql`a`}.${columnSql(name)}`
  const parts = COLUMNS.flatMap((name) => {
    const member = filter[name]
    return member === undefined ? [] : [sql`${column(name)} = ${member}`]
  })
  const { principal, outcome } = filter
  if (principal) parts.push(sql`${column('principal')} = ${principal.kind}`)
  if (principal?.id !== undefined) parts.push(sql`${column('principalId')} = ${principal.id}`)
  if (outcome) parts.push(sql`e."outcome" = ${outcome}`)
  // Repeats the condition of the partial index, so that it can be used.
  if (outcome && outcome !== 'SETTLED') parts.push(sql`e."outcome" <> 'SETTLED'`)
  return parts.length === 0 ? sql`1 = 1` : joinSql(parts, ' AND ')
}

const places = async (db: Db, statement: Sql): Promise<EntryPlace[]> => {
  const rows = await db.$queryRaw<{ id: string; at: StoredMoment }[]>(statement)
  return rows.map(({ id, at }) => ({ id, at: momentOf(at) }))
}

/** Returns the positions of the newest entries before a position in these spans, which must not overlap. */
export function selectPlaces(
  db: Db,
  teamId: string,
  spans: readonly TimeSpan[],
  place: EntryPlace,
  filter: EntryFilter,
  most: number,
): Promise<EntryPlace[]> {
  const condition = fits(filter, 'e')
  const each = spans.map(
    ({ from, to }) => sql`
      SELECT e."id", e."at" FROM ${ENTRIES} WHERE e."teamId" = ${teamId} AND e."at" >= ${from} AND e."at" < ${to}
      AND ${before(place)} AND ${condition}`,
  )
  return places(db, sql`${joinSql(each, ' UNION ALL ')} ORDER BY "at" DESC, "id" DESC LIMIT ${most}`)
}

/**
 * Returns the positions of a run's newest entries before a position. An index finds a run's attempts, and they are
 * few.
 */
export const selectPlacesOfRun = (
  db: Db,
  teamId: string,
  runId: string,
  { from, to }: TimeSpan,
  place: EntryPlace,
  filter: EntryFilter,
  most: number,
): Promise<EntryPlace[]> =>
  places(
    db,
    sql`
      SELECT e."id", e."at" FROM ${ATTEMPTS} JOIN ${ENTRIES} ON e."attemptId" = a."id"
      WHERE a."runId" = ${runId} AND a."teamId" = ${teamId} AND e."at" >= ${from} AND e."at" < ${to}
      AND ${before(place)} AND ${fits(filter, 'a')}
      ORDER BY e."at" DESC, e."id" DESC LIMIT ${most}`,
  )
