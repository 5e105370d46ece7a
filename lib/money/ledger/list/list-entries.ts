import {
  columnSql,
  type Db,
  engineOf,
  joinSql,
  parseMoment,
  type StoredMoment,
  sql,
  type TeamCtx,
} from '@/lib/platform/db'
import { ATTEMPTS_SQL } from '../core/attempt-store'
import { ENTRIES_SQL, selectEntries } from '../core/entry-store'
import type { SqlFragment } from '../core/rollup-store'
import { type Outcome, type PrincipalKind, parseOutcome, type TimeSpan } from '../core/schemas'

const PAGE = 50
/** Maximum number of entries that one pass reads, which takes some 20 ms. */
const MAX_LOOKED = 10_000

/** A row of the ledger: a call, its end and its cost. */
export type EntryView = Readonly<Awaited<ReturnType<typeof selectEntries>>[number]>

/** A call on the ledger: its attribution and its operation. */
export type CallView = Pick<
  EntryView,
  'keyPrefix' | 'environmentName' | 'memberName' | 'searchName' | 'operation' | 'runId' | 'pageNumber'
>

/** One principal, or all of its kind. */
interface PrincipalFilter {
  readonly kind: PrincipalKind
  readonly id?: string
}

const COLUMNS = ['walletId', 'keyId', 'environmentId', 'memberId', 'searchId', 'operation'] as const

/**
 * A selection of a team's entries: all, or those that match every given field. `from` and `to` are a half-open span.
 */
interface EntryFilter extends Partial<Readonly<Record<(typeof COLUMNS)[number], string>>> {
  readonly runId?: string
  readonly principal?: PrincipalFilter
  readonly outcome?: Outcome
  readonly from?: Date
  readonly to?: Date
}

/** A page of the ledger's entries. */
interface EntryPage {
  readonly entries: EntryView[]
  /** The value of `after` for the next page; null on the last one. */
  readonly next: string | null
  /** Time that the pass went back to if it ended before the page was full; else null. */
  readonly lookedBackTo: Date | null
}

/** A position in a team's entries, which are ordered by (at, id). The entries before it are older. */
export interface EntryPosition {
  readonly at: Date
  /** Empty for the position before all entries of that moment. */
  readonly id: string
}

/** Pattern of a position as text. */
export const ENTRY_POSITION_PATTERN = /^(\d{1,15})-([0-9a-z-]{0,64})$/

/** Formats a position as text, for addresses. */
export const formatEntryPosition = ({ at, id }: EntryPosition): string => `${at.getTime()}-${id}`

/** Reads a position from its text; null if the text is not one. */
export function parseEntryPosition(text: string): EntryPosition | null {
  const [, at, id] = ENTRY_POSITION_PATTERN.exec(text) ?? []
  return at === undefined || id === undefined ? null : { at: new Date(Number(at)), id }
}

/** Times before and after all entries. */
const [FIRST, LAST] = [new Date(0), new Date(Date.UTC(9999, 0))]
/** Limits a time, because an address may contain the year 0, which PostgreSQL rejects. */
const withinAll = (at: Date): Date => (at < FIRST ? FIRST : at > LAST ? LAST : at)

/**
 * Returns the team's ledger entries, newest first, `limit` at a time. A pass reads a bounded number of entries, so a
 * rare combination of filters may return fewer; `next` continues from there.
 */
export async function listEntries(
  { db, team }: TeamCtx,
  filter: EntryFilter = {},
  after?: string,
  limit = PAGE,
  maxLooked = MAX_LOOKED,
): Promise<EntryPage> {
  const place = (after === undefined ? null : parseEntryPosition(after)) ?? { at: LAST, id: '' }
  const found = await findEntries(db, team.id, filter, { place, limit: limit + 1, maxLooked })
  const shown = found.places.slice(0, limit)
  const entries = await selectEntries(
    db,
    team.id,
    shown.map(({ id }) => id),
  )
  const last = found.places.length > limit ? shown.at(-1) : found.stoppedAt
  return { entries, next: last ? formatEntryPosition(last) : null, lookedBackTo: found.stoppedAt?.at ?? null }
}

/** The result of one pass. */
interface FoundEntries {
  readonly places: readonly EntryPosition[]
  /** The position at which the next pass begins if this one ended before it found enough; else null. */
  readonly stoppedAt: EntryPosition | null
}

interface LookBounds {
  readonly place: EntryPosition
  readonly limit: number
  readonly maxLooked: number
}

/**
 * Finds the newest entries before a position that match a filter. Walks along one index, which the filter's most
 * selective field chooses, and compares the other fields with each entry on the way.
 */
async function findEntries(
  db: Db,
  teamId: string,
  { runId, from, to, ...of }: EntryFilter,
  { place, limit, maxLooked }: LookBounds,
): Promise<FoundEntries> {
  const span = { from: withinAll(from ?? FIRST), to: withinAll(to ?? LAST) }
  if (runId !== undefined)
    return { places: await selectPlacesOfRun(db, teamId, runId, span, place, of, limit), stoppedAt: null }
  const along = alongOf(of)
  const rest = partsOf('e', of).filter(({ field }) => field !== along?.field)
  const places: EntryPosition[] = []
  let at = place
  // The first steps are short, because most filters match soon.
  for (let [step, looked] = [limit, 0]; looked < maxLooked; step *= 4) {
    const length = Math.min(step, maxLooked - looked)
    const wanted = limit - places.length
    const seen = await walk(db, teamId, { span, place: at, along, rest, length, remainingCount: wanted })
    places.push(...seen.places)
    looked += length
    if (places.length === limit || !seen.last) return { places, stoppedAt: null }
    at = seen.last
  }
  return { places, stoppedAt: at }
}

interface FieldCondition {
  readonly field: string
  readonly is: SqlFragment
}

/** Fields with their own index, in the order in which they are preferred: few calls share a search. */
const INDEXES = {
  searchId: 'LedgerEntry_teamId_searchId_at_idx',
  outcome: 'LedgerEntry_missed_idx',
  keyId: 'LedgerEntry_teamId_keyId_at_idx',
  memberId: 'LedgerEntry_teamId_memberId_at_idx',
} as const

interface IndexedCondition extends FieldCondition {
  readonly index: string
}

/** Returns the condition along whose index to walk; null for the index on time. */
function alongOf(filter: EntryFilter): IndexedCondition | null {
  const parts = partsOf('e', filter)
  for (const [name, index] of Object.entries(INDEXES)) {
    const found = parts.find(({ field }) => field === name)
    // Nearly all entries are settled, so only the others have an index.
    if (found && !(name === 'outcome' && filter.outcome === 'SETTLED')) return { ...found, index }
  }
  return null
}

/** Returns a filter's fields as conditions on entries, or on their attempts. */
function partsOf(of: 'e' | 'a', { principal, outcome, ...filter }: EntryFilter): FieldCondition[] {
  const column = (name: string) => sql`${of === 'e' ? sql`e` : sql`a`}.${columnSql(name)}`
  const parts = COLUMNS.flatMap((name) => {
    const member = filter[name]
    return member === undefined ? [] : [{ field: name, is: sql`${column(name)} = ${member}` }]
  })
  const others: FieldCondition[] = []
  if (principal) others.push({ field: 'principal', is: sql`${column('principal')} = ${principal.kind}` })
  if (principal?.id !== undefined)
    others.push({ field: 'principalId', is: sql`${column('principalId')} = ${principal.id}` })
  // The second condition is that of the partial index.
  const missed = outcome === 'SETTLED' ? sql`` : sql` AND e."outcome" <> 'SETTLED'`
  if (outcome) others.push({ field: 'outcome', is: sql`e."outcome" = ${outcome}${missed}` })
  return [...parts, ...others]
}

const allOf = (parts: readonly FieldCondition[]): SqlFragment =>
  parts.length === 0
    ? sql`1 = 1`
    : joinSql(
        parts.map(({ is }) => is),
        ' AND ',
      )

/** Returns the condition for entries before a position, in the order of (at, id). */
const before = ({ at, id }: EntryPosition): SqlFragment =>
  sql`e."at" <= ${at} AND NOT (e."at" = ${at} AND e."id" >= ${id})`

interface Walk {
  readonly span: TimeSpan
  readonly place: EntryPosition
  readonly along: IndexedCondition | null
  readonly rest: readonly FieldCondition[]
  /** Number of entries to go through, and of matching ones that are wanted. */
  readonly length: number
  readonly remainingCount: number
}

/**
 * Goes through the next entries along an index. Returns the matching ones, and the last one of all; null if there are
 * no more.
 */
async function walk(
  db: Db,
  teamId: string,
  { span, place, along, rest, length, remainingCount }: Walk,
): Promise<{ places: EntryPosition[]; last: EntryPosition | null }> {
  // SQLite keeps no statistics, and would take the index on time. PostgreSQL knows what is rare.
  const by = along && engineOf(db) === 'sqlite' ? sql`INDEXED BY ${columnSql(along.index)}` : sql``
  const rows = await db.$queryRaw<{ id: string; at: StoredMoment; seen: bigint | number }[]>`
    WITH walked AS MATERIALIZED (
      SELECT e."id", e."at", CASE WHEN ${allOf(rest)} THEN 1 ELSE 0 END AS "fits" FROM ${ENTRIES_SQL} ${by}
      WHERE e."teamId" = ${teamId} AND e."at" >= ${span.from} AND e."at" < ${span.to}
        AND ${before(place)} ${along ? sql`AND ${along.is}` : sql``}
      ORDER BY e."at" DESC, e."id" DESC LIMIT ${length})
    SELECT * FROM (
      SELECT "id", "at", 0 AS "seen" FROM walked WHERE "fits" = 1 ORDER BY "at" DESC, "id" DESC LIMIT ${remainingCount}) f
    UNION ALL SELECT * FROM (
      SELECT "id", "at", (SELECT COUNT(*) FROM walked) AS "seen" FROM walked ORDER BY "at", "id" LIMIT 1) l`
  const placeOf = ({ id, at }: { readonly id: string; readonly at: StoredMoment }) => ({
    id,
    at: parseMoment(at),
  })
  const end = rows.find(({ seen }) => Number(seen) > 0)
  return {
    places: rows.filter((row) => row !== end).map(placeOf),
    last: end && Number(end.seen) === length ? placeOf(end) : null,
  }
}

/**
 * Returns the positions of a run's newest entries before a position. An index finds a run's attempts, and they are
 * few.
 */
async function selectPlacesOfRun(
  db: Db,
  teamId: string,
  runId: string,
  { from, to }: TimeSpan,
  place: EntryPosition,
  filter: EntryFilter,
  limit: number,
): Promise<EntryPosition[]> {
  const rows = await db.$queryRaw<{ id: string; at: StoredMoment }[]>`
    SELECT e."id", e."at" FROM ${ATTEMPTS_SQL} JOIN ${ENTRIES_SQL} ON e."attemptId" = a."id"
    WHERE a."runId" = ${runId} AND a."teamId" = ${teamId} AND e."at" >= ${from} AND e."at" < ${to}
    AND ${before(place)} AND ${allOf(partsOf('a', filter))}
    ORDER BY e."at" DESC, e."id" DESC LIMIT ${limit}`
  return rows.map(({ id, at }) => ({ id, at: parseMoment(at) }))
}

/** The end of a call, as far as it says something about the upstream. */
export interface RecentOutcome {
  readonly outcome: Outcome
  readonly at: Date
  readonly reason: string | null
}
/** A selection of recent entries. */
interface RecentOutcomesWhere {
  readonly until: Date
  /** Number of newest entries that are considered. */
  readonly among: number
  /** Prefix of the reasons of calls that did not reach the upstream. */
  readonly notReached: string
}

/**
 * Returns those of the team's newest entries up to a moment that show whether the upstream works, newest first: pages,
 * lost answers, 5xx answers, and calls that did not reach it. Others, such as a cancelled call, show nothing.
 */
export async function listRecentOutcomes(
  { db, team }: TeamCtx,
  { until, among, notReached }: RecentOutcomesWhere,
): Promise<RecentOutcome[]> {
  const rows = await db.$queryRaw<{ outcome: string; at: StoredMoment; reason: string | null }[]>`
    SELECT t."outcome", t."at", t."reason" FROM (
      SELECT e."id", e."outcome", e."at", e."reason", e."httpStatus", e."latencyMs" FROM ${ENTRIES_SQL}
      WHERE e."teamId" = ${team.id} AND e."at" <= ${until} ORDER BY e."at" DESC, e."id" DESC LIMIT ${among}
    ) t
    WHERE t."outcome" = 'SETTLED' OR (t."outcome" = 'UNKNOWN' AND t."latencyMs" IS NOT NULL)
      OR (t."outcome" = 'FREE' AND (t."httpStatus" >= 500 OR t."reason" LIKE ${`${notReached}%`}))
    ORDER BY t."at" DESC, t."id" DESC`
  return rows.map(({ outcome, at, reason }) => ({
    outcome: parseOutcome(outcome),
    at: parseMoment(at),
    reason,
  }))
}
