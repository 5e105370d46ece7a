import type { RunAudience } from '@/lib/collect/items'
import { narrowOperation, notFound, type Operation } from '@/lib/kernel'
import { sumUnknownByRun, unknownOfRunSql } from '@/lib/money/ledger'
import { type Db, insertRows, joinSql, sql, type Tx, teamCondition } from '@/lib/platform/db'
import { endReasonSchema, type PageSums, type RunEnd, type RunTotals, type RunView } from './schemas'

/** The only file that names Run. */

export type RunRow = NonNullable<Awaited<ReturnType<typeof selectRun>>>

export const insertRun = async (tx: Tx, row: NewRun) => {
  const sums = { pages: 0, items: 0, chargeNano: 0n, unpricedItems: 0 }
  const manner = row.instanceId ? 'background' : 'page'
  return toRunRow(await tx.run.create({ data: { ...row, ...sums, manner, state: 'OPEN', nextSeq: 1 } }))
}

/** Inserts runs that are over. */
export const insertPastRuns = (tx: Tx, runs: readonly PastRun[]): Promise<void> =>
  insertRows(tx, 'Run', runs.map(pastRow))

/**
 * Takes a sequence number of an open run that a person continues page by page. Returns false if it was already taken,
 * as by a double click, or if the run goes on in the background.
 */
export async function claimSequenceNumber(
  tx: Tx,
  teamId: string,
  runId: string,
  seq: number,
): Promise<boolean> {
  const count = await tx.$executeRaw`
    UPDATE "Run" SET "nextSeq" = ${seq + 1}
    WHERE "id" = ${runId} AND "teamId" = ${teamId} AND "state" = 'OPEN' AND "manner" = 'page' AND "nextSeq" = ${seq}`
  return count === 1
}

/**
 * Makes an open run that a person continues page by page a background run of a process, unless the sequence number was
 * taken. Returns the run as it is then; null if it was not moved.
 */
export const moveRun = async (
  tx: Tx,
  { teamId, runId, seq }: { readonly teamId: string; readonly runId: string; readonly seq: number },
  to: Pick<RunRow, 'instanceId' | 'capItems' | 'capNano'>,
) => {
  const where = { id: runId, teamId, state: 'OPEN', manner: 'page', nextSeq: seq }
  const [run] = await rowsOf(tx.run.updateManyAndReturn({ where, data: { ...to, manner: 'background' } }))
  return run ?? null
}

/** Undoes `claimSequenceNumber` for a page that was not bought, so that the continuation with that number can be used again. */
export const releaseSequenceNumber = (tx: Tx, teamId: string, runId: string, seq: number) =>
  tx.run.updateMany({
    where: { id: runId, teamId, state: 'OPEN', nextSeq: seq + 1 },
    data: { nextSeq: seq },
  })

/**
 * Adds pages to runs, one to each. Returns each run's new counts in that order, with what is unknown of it: the same
 * statement finds that.
 */
export async function addToRuns(
  tx: Tx,
  teamId: string,
  added: readonly RunAddition[],
): Promise<(RunCounts & UnknownOfRun)[]> {
  const id = sql`"Run"."id"`
  const counts = await tx.$queryRaw<(CountsRow & Readonly<Record<keyof UnknownOfRun, number | bigint>>)[]>`
    WITH added("id", "pages", "items", "newItems", "chargeNano", "unpricedItems") AS (VALUES ${valuesOf(added)})
    UPDATE "Run" SET
      "pages" = "Run"."pages" + CAST(added."pages" AS INTEGER),
      "items" = "Run"."items" + CAST(added."items" AS INTEGER),
      "newItems" = "Run"."newItems" + CAST(added."newItems" AS INTEGER),
      "chargeNano" = "Run"."chargeNano" + CAST(added."chargeNano" AS BIGINT),
      "unpricedItems" = "Run"."unpricedItems" + CAST(added."unpricedItems" AS INTEGER)
    FROM added WHERE "Run"."id" = added."id" AND "Run"."teamId" = ${teamId}
    RETURNING "Run"."id", "Run"."pages", "Run"."items", "Run"."newItems", "Run"."chargeNano",
      "Run"."unpricedItems", "Run"."reusedPages", "Run"."reusedItems", "Run"."state",
      ${unknownOfRunSql('calls', teamId, id)} AS "unknownCalls",
      ${unknownOfRunSql('items', teamId, id)} AS "unknownItems"`
  const byId = new Map(counts.map((row) => [row.id, row]))
  return added.map(({ runId }) => {
    const row = byId.get(runId)
    if (!row) throw notFound('The run')
    return {
      ...countsOf(row),
      unknownCalls: Number(row.unknownCalls),
      unknownItems: Number(row.unknownItems),
    }
  })
}

/** Returns the counts of these runs and the reasons of those that ended, by id. */
export async function selectRunCountsAndEnds(tx: Tx, teamId: string, ids: string[]) {
  const rows = await tx.run.findMany({ where: { id: { in: ids }, ...teamCondition(teamId) } })
  const reasonOf = endReasonSchema.nullable()
  return new Map(
    rows.map((row) => [row.id, { counts: countsOf(row), endReason: reasonOf.parse(row.endReason) }]),
  )
}

/** Adds a page that was taken from those bought earlier. */
export const addReusedToRun = async (
  tx: Tx,
  teamId: string,
  runId: string,
  { items, newItems }: { readonly items: number; readonly newItems: number },
) => {
  const data = {
    reusedPages: { increment: 1 },
    reusedItems: { increment: items },
    newItems: { increment: newItems },
  }
  return toRunRow(await tx.run.update({ where: { id: runId, teamId }, data }))
}

/** Ends open runs of one team, or of dead processes. Returns them as they are afterwards. */
export const endOpenRuns = (
  tx: Tx,
  which: EndingRunSelection,
  { reason, at, note }: RunEnd,
  isCancelled = false,
) => {
  const end = { state: 'ENDED', endReason: reason, endedAt: at, ...(note !== undefined && { endNote: note }) }
  const where = { ...which, state: 'OPEN', ...(isCancelled && { cancelledAt: { not: null } }) }
  return rowsOf(tx.run.updateManyAndReturn({ where, data: end }))
}

/** Reopens a background run that ended after empty pages. Null if it did not end so, or is already open again. */
export const reopenRun = async (tx: Tx, teamId: string, id: string, instanceId: string) => {
  const where = { id, teamId, state: 'ENDED', endReason: 'empty_page', manner: 'background' }
  const open = { state: 'OPEN', endReason: null, endedAt: null, endNote: null, instanceId }
  const [run] = await rowsOf(tx.run.updateManyAndReturn({ where, data: open }))
  return run ?? null
}

/** Changes open background runs. Returns the changed ones. */
export const changeOpenRuns = (
  db: Db | Tx,
  which: OpenRunSelection,
  data: Pick<RunRow, 'cancelledAt' | 'cancelledByName'>,
): Promise<{ id: string; instanceId: string | null; searchName: string }[]> =>
  db.run.updateManyAndReturn({
    where: { ...which, state: 'OPEN', manner: 'background' },
    data,
    select: { id: true, instanceId: true, searchName: true },
  })

/** Condition for open runs that a process works on; they are few. */
const HELD = { state: 'OPEN', instanceId: { not: null } }

/** Counts a member's open background runs that were started by hand. */
export const countOpenRuns = (tx: Tx, teamId: string, memberId: string): Promise<number> =>
  tx.run.count({ where: { ...teamCondition(teamId), memberId, ...HELD, isScheduled: false } })

/**
 * Returns the given runs that must stop, because somebody cancelled them or another process took this one for
 * dead.
 */
export const selectRunsToStop = (db: Db, ids: string[]): Promise<string[]> => {
  const isStopped = [{ cancelledAt: { not: null } }, { state: 'ENDED' }]
  return idsOf(db.run.findMany({ where: { id: { in: ids }, OR: isStopped }, select: { id: true } }))
}

/** Returns a process's open background runs that began before a given time, oldest first. */
export const selectOpenRuns = (db: Db, instanceId: string, before: Date, limit: number) =>
  db.run.findMany({
    where: { state: 'OPEN', manner: 'background', instanceId, startedAt: { lt: before } },
    select: { id: true, teamId: true },
    orderBy: { startedAt: 'asc' },
    take: limit,
  })

/** Returns the processes that have open background runs. */
export const selectRunningInstances = async (db: Db): Promise<string[]> =>
  (await db.run.groupBy({ by: ['instanceId'], where: HELD })).flatMap(({ instanceId }) => instanceId ?? [])

/** Returns whether an earlier run of the stream has a page, bought or taken from those bought earlier. */
export const hasEarlierRun = async (db: Db, teamId: string, streamId: string): Promise<boolean> => {
  const where = { teamId, streamId, OR: [{ pages: { gt: 0 } }, { reusedPages: { gt: 0 } }] }
  return (await db.run.findFirst({ where, select: { id: true } })) !== null
}

/** Selects a member's own runs, and those of shared searches. */
const visibleTo = (teamId: string, memberId: string) => ({ teamId, OR: [{ memberId }, { shared: true }] })

export const selectRun = async (db: Db | Tx, teamId: string, memberId: string, id: string) => {
  const [row] = await db.$queryRaw<RunColumns[]>`
    SELECT r.* FROM "Run" r
    WHERE r."id" = ${id} AND r."teamId" = ${teamId} AND (r."memberId" = ${memberId} OR r."shared")`
  return row ? toRunRow(row) : null
}

export const selectRuns = (
  db: Db,
  teamId: string,
  memberId: string,
  take: number,
  part: RunListSelection = {},
) => {
  const where = { ...visibleTo(teamId, memberId), ...whereOf(part) }
  return rowsOf(db.run.findMany({ where, orderBy: part.isUp ? OLDEST_FIRST : NEWEST_FIRST, take }))
}

/** Returns the ids of runs with the names of their searches. A model's query of so many rows takes thrice as long. */
export const selectRunNames = (
  db: Db,
  teamId: string,
  memberId: string,
  { searchId, memberId: whose, state, isUp = false }: RunListSelection,
  take: number,
) => {
  const parts = [sql`r."teamId" = ${teamId} AND (r."memberId" = ${memberId} OR r."shared")`]
  if (searchId) parts.push(sql`r."searchId" = ${searchId}`)
  if (whose) parts.push(sql`r."memberId" = ${whose}`)
  if (state) parts.push(sql`r."state" = ${state}`)
  const order = isUp ? sql`ASC` : sql`DESC`
  return db.$queryRaw<{ id: string; searchName: string }[]>(sql`
    SELECT r."id", r."searchName" FROM "Run" r WHERE ${joinSql(parts, ' AND ')}
    ORDER BY r."startedAt" ${order}, r."id" ${order} LIMIT ${take}`)
}

/** Counts the runs of a part that the member may see, `max` at most. */
export async function countRunsOf(
  db: Db,
  teamId: string,
  memberId: string,
  part: RunListSelection,
  max: number,
) {
  const where = { ...visibleTo(teamId, memberId), ...whereOf(part) }
  return db.run.count({ where, take: max })
}

/** Returns the columns by which runs are filtered, for all runs of a span, newest first. */
export const selectRunFilterColumns = (db: Db, teamId: string, span: RunSpan, take: number) =>
  db.run.findMany({
    where: { teamId, ...runsAfterCondition(span) },
    select: TRAITS,
    orderBy: NEWEST_FIRST,
    take,
  })

/** Returns those of the given runs, or of a stream's first runs, that the member may see, first one first. */
export const selectVisibleRuns = (
  db: Db,
  teamId: string,
  memberId: string,
  of: { readonly id: { in: string[] } } | { readonly streamId: string },
) => {
  const where = { ...of, ...teamCondition(teamId), OR: visibleTo(teamId, memberId).OR }
  return rowsOf(db.run.findMany({ where, orderBy: { startedAt: 'asc' }, take: 100 }))
}

/** A member who looks at a search. */
interface SearchSeen {
  readonly teamId: string
  readonly memberId: string
  readonly searchId: string
}

/**
 * Returns a search's runs that the member may see, from a position on, newest first. It has no lower bound: see
 * `whereIn`.
 */
export const selectRunsOfSearch = (
  db: Db,
  { teamId, memberId, searchId }: SearchSeen,
  { at, id }: RunSpan['position'],
  take: number,
) => {
  const where = {
    ...visibleTo(teamId, memberId),
    searchId,
    startedAt: { lte: at },
    NOT: { startedAt: at, id: { gt: id } },
  }
  return db.run.findMany({ where, select: OF_SEARCH, orderBy: NEWEST_FIRST, take })
}

const OF_SEARCH = { id: true, startedAt: true, isBaseline: true } as const

/** Returns which of these runs are of a search and visible to the member. */
export const selectIdsOfSearch = (
  db: Db,
  { teamId, memberId, searchId }: SearchSeen,
  ids: string[],
): Promise<string[]> => {
  const where = { id: { in: ids }, ...teamCondition(teamId), searchId, OR: visibleTo(teamId, memberId).OR }
  return idsOf(db.run.findMany({ where, select: { id: true } }))
}

/** Returns who may see each of these runs and which search it ran, by id: the team, or its member alone. */
export const selectRunAudiences = async (
  db: Db,
  teamId: string,
  ids: string[],
): Promise<ReadonlyMap<string, RunAudience>> => {
  const rows = await db.run.findMany({
    where: { id: { in: ids }, ...teamCondition(teamId) },
    select: { id: true, shared: true, memberId: true, searchId: true },
  })
  return new Map(
    rows.map(({ id, shared, memberId, searchId }) => [id, { audience: shared ? '' : memberId, searchId }]),
  )
}

/** Returns the newest run of each of these searches that the member may see. Its cost does not grow with the runs. */
export const selectNewestRunIds = async (db: Db, teamId: string, memberId: string, searchIds: string[]) => {
  const newest = await db.$queryRaw<{ id: string | null }[]>(sql`
    WITH search(id) AS (VALUES ${joinSql(searchIds.map((id) => sql`(CAST(${id} AS TEXT))`))})
    SELECT (SELECT r."id" FROM "Run" r
      WHERE r."teamId" = ${teamId} AND r."searchId" = search.id AND (r."memberId" = ${memberId} OR r."shared")
      ORDER BY r."startedAt" DESC LIMIT 1) AS "id" FROM search`)
  return newest.flatMap(({ id }) => id ?? [])
}

/**
 * Returns the searches among these whose last `runs` ended runs found nothing new although charged. Baselines do not
 * count. The cost does not grow with older runs.
 */
export const selectSearchesWithoutNews = async (
  db: Db,
  teamId: string,
  searchIds: string[],
  runs: number,
) => {
  const found = await db.$queryRaw<{ id: string }[]>(sql`
    WITH search(id) AS (VALUES ${joinSql(searchIds.map((id) => sql`(CAST(${id} AS TEXT))`))})
    SELECT search.id FROM search WHERE (
      SELECT CASE WHEN COUNT(*) = ${runs} AND MAX(l."newItems") = 0 AND SUM(l."chargeNano") > 0 THEN 1 ELSE 0 END
      FROM (SELECT r."newItems", r."chargeNano" FROM "Run" r
        WHERE r."teamId" = ${teamId} AND r."searchId" = search.id AND r."endedAt" IS NOT NULL AND NOT r."isBaseline"
        ORDER BY r."startedAt" DESC LIMIT ${runs}) l) = 1`)
  return found.map(({ id }) => id)
}

/** Returns all runs of a saved search, visible to the member or not. */
export const selectRunIds = (db: Db, teamId: string, searchId: string): Promise<string[]> =>
  idsOf(db.run.findMany({ where: { teamId, searchId }, select: { id: true } }))

const idsOf = async (rows: PromiseLike<{ id: string }[]>) => (await rows).map(({ id }) => id)

/** Returns the runs that a search's schedule started since a given time. */
export const selectScheduledRuns = (db: Db, teamId: string, searchId: string, since: Date) =>
  rowsOf(db.run.findMany({ where: { teamId, searchId, isScheduled: true, startedAt: { gte: since } } }))

/** Returns a run that a schedule started. */
export const selectScheduledRun = (tx: Tx, teamId: string, id: string) =>
  tx.run.findFirst({ where: { id, teamId, isScheduled: true }, select: { shared: true, isBaseline: true } })

const SCHEDULED_NEWS = { isScheduled: true, shared: true, isBaseline: false, newItems: { gt: 0 } }

/** Returns the runs of shared searches' schedules that ended since a given time with new items. */
export const selectScheduledRunsWithNewItems = async (db: Db, teamId: string, since: Date) => {
  const where = { ...SCHEDULED_NEWS, teamId, endedAt: { gte: since } }
  const select = { id: true, searchId: true, newItems: true, endedAt: true }
  const rows = await db.run.findMany({ where, select, orderBy: { endedAt: 'asc' } })
  return rows.map((row) => ({ ...row, newItems: Number(row.newItems) }))
}

/** All columns of a run as SQL returns them. Each call reads its run, and a model's query costs ten times as much. */
export type RunColumns = NonNullable<Awaited<ReturnType<Db['run']['findFirst']>>>

type StoredRun = Readonly<Record<'items' | 'newItems' | 'unpricedItems', bigint>> & {
  readonly operation: string
}

/** Converts a run's counts to numbers. The columns are wide enough for a month at a fast key's pace. */
export function toRunRow<Row extends StoredRun>(row: Row) {
  const { items, newItems, unpricedItems, ...rest } = narrowOperation(row)
  return {
    ...rest,
    items: Number(items),
    newItems: Number(newItems),
    unpricedItems: Number(unpricedItems),
  }
}

const rowsOf = async <Row extends StoredRun>(rows: Promise<Row[]>) => (await rows).map(toRunRow<Row>)

/** A part of the list of runs: all, or those of a search, a member, a state, or after a run in the order. */
export interface RunListSelection {
  readonly searchId?: string | undefined
  readonly memberId?: string | undefined
  readonly state?: RunView['state'] | undefined
  readonly after?: { readonly id: string; readonly startedAt: Date }
  /** True for the oldest first. */
  readonly isUp?: boolean
}

/** Returns the part as a condition. The bound alone serves the index; the pair decides among runs of one moment. */
const whereOf = ({ searchId, memberId, state, after, isUp = false }: RunListSelection) => ({
  ...(searchId && { searchId }),
  ...(memberId && { memberId }),
  ...(state && { state }),
  ...(after && {
    startedAt: isUp ? { gte: after.startedAt } : { lte: after.startedAt },
    AND: [
      {
        OR: isUp
          ? [{ startedAt: { gt: after.startedAt } }, { id: { gt: after.id } }]
          : [{ startedAt: { lt: after.startedAt } }, { id: { lt: after.id } }],
      },
    ],
  }),
})

/** Open background runs of a team that are not cancelled: one, all, or all of a member. */
export interface OpenRunSelection {
  readonly teamId: string
  readonly id?: string
  readonly memberId?: string
  readonly cancelledAt: null
}

/** Runs to end: one, or all background runs of these processes. */
export type EndingRunSelection =
  | { readonly teamId: string; readonly id: string }
  | { readonly manner: 'background'; readonly instanceId: { in: string[] } }

const NEWEST_FIRST = [{ startedAt: 'desc' as const }, { id: 'desc' as const }]
const OLDEST_FIRST = [{ startedAt: 'asc' as const }, { id: 'asc' as const }]

/** Runs after a position, newest first; of one search, if given. */
export interface RunSpan {
  readonly searchId?: string
  readonly position: { readonly at: Date; readonly id: string }
}

/**
 * Returns the span as a condition. It has no lower bound, because with one SQLite would not use the index of a
 * search's runs.
 */
const runsAfterCondition = ({ searchId, position: { at, id } }: RunSpan) => ({
  ...(searchId !== undefined && { searchId }),
  startedAt: { lte: at },
  NOT: { startedAt: at, id: { gte: id } },
})

/** Columns by which runs are filtered, and by which it is decided who may see them. */
const TRAITS = {
  id: true,
  startedAt: true,
  keyId: true,
  environmentId: true,
  memberId: true,
  operation: true,
  isScheduled: true,
  shared: true,
} as const

/** A run's counts. */
export interface RunCounts extends PageSums {
  readonly newItems: number
  readonly reusedPages: number
  readonly reusedItems: number
  /** State of the run, OPEN or ENDED. */
  readonly state: string
}

/** A run's counts as a raw statement returns them. */
export type CountsRow = { readonly id: string; readonly state: string } & Readonly<
  Record<Exclude<keyof RunCounts, 'state'>, number | bigint>
>

/** Normalises counts: depending on engine and size, whole numbers arrive as one type or the other. */
const countsOf = (row: CountsRow): RunCounts => ({
  pages: Number(row.pages),
  items: Number(row.items),
  newItems: Number(row.newItems),
  chargeNano: BigInt(row.chargeNano),
  unpricedItems: Number(row.unpricedItems),
  reusedPages: Number(row.reusedPages),
  reusedItems: Number(row.reusedItems),
  state: row.state,
})

/** The amounts that a page adds to its run. */
export interface RunAddition extends PageSums {
  readonly runId: string
  readonly newItems: number
}

/** Writes additions as SQL rows, in the same order everywhere, so that two transactions cannot wait for each other. */
const valuesOf = (added: readonly RunAddition[]) =>
  joinSql(
    [...added]
      .sort((a, b) => (a.runId < b.runId ? -1 : 1))
      .map(
        ({ runId, pages, items, newItems, chargeNano, unpricedItems }) =>
          sql`(${runId}, ${pages}, ${items}, ${newItems}, ${chargeNano}, ${unpricedItems})`,
      ),
  )

/** A new run, with a copy of its question. */
export interface NewRun {
  readonly id: string
  readonly teamId: string
  readonly searchId: string | null
  readonly searchName: string
  readonly searchVersion?: number | null
  /** Stream in which its items are new. */
  readonly streamId: string
  readonly operation: Operation
  readonly subject: string
  readonly product: string | null
  readonly keyId: string
  readonly keyPrefix: string
  readonly environmentId: string
  readonly environmentName: string
  readonly memberId: string
  readonly memberName: string
  readonly shared: boolean
  readonly capItems?: number | null
  readonly capNano?: bigint | null
  readonly untilAt?: Date | null
  readonly untilKnown?: boolean
  readonly isBaseline?: boolean
  readonly reuseSeconds?: number
  readonly isScheduled?: boolean
  /** Process that buys its pages; null if a person asks for each. */
  readonly instanceId?: string
  readonly startedAt: Date
}

/** A run that is over, with its results. */
export interface PastRun {
  readonly run: NewRun
  readonly sums: Omit<RunAddition, 'runId'>
  readonly end: RunEnd
}

/** Defaults of what a run may leave open. */
const USUAL = {
  searchVersion: null,
  capItems: null,
  capNano: null,
  untilAt: null,
  untilKnown: false,
  isBaseline: false,
  reuseSeconds: 0,
  isScheduled: false,
  instanceId: null,
}

/** Returns its row, with the same columns for every run. */
const pastRow = ({ run, sums, end: { reason, at, note } }: PastRun) => ({
  ...USUAL,
  ...run,
  ...sums,
  manner: 'background',
  state: 'ENDED',
  nextSeq: 1,
  endReason: reason,
  endedAt: at,
  endNote: note ?? null,
})

export type RunSums = PageSums &
  Pick<RunTotals, 'newItems' | 'reusedPages' | 'reusedItems'> & {
    readonly id: string
    readonly teamId: string
  }

/** Returns a function that totals a run's row, with what the ledger says is unknown of the given runs of a team. */
export async function prepareRunTotals(
  db: Db | Tx,
  teamId: string,
  runIds: string[],
): Promise<(row: RunSums) => RunTotals> {
  const unknown = await sumUnknownByRun(db, teamId, runIds)
  return (row) => {
    const { calls = 0, items = 0 } = unknown.get(row.id) ?? {}
    return toRunTotals(row, { unknownCalls: calls, unknownItems: items })
  }
}

type UnknownOfRun = Pick<RunTotals, 'unknownCalls' | 'unknownItems'>

export const toRunTotals = (
  {
    pages,
    items,
    chargeNano,
    unpricedItems,
    newItems,
    reusedPages,
    reusedItems,
  }: Omit<RunSums, 'id' | 'teamId'>,
  { unknownCalls, unknownItems }: UnknownOfRun,
): RunTotals => ({
  pages,
  items,
  chargeNano,
  unpricedItems,
  unknownCalls,
  unknownItems,
  newItems,
  reusedPages,
  reusedItems,
})

/** Returns the totals of one run. */
export const readRunTotals = async (db: Db | Tx, row: RunSums): Promise<RunTotals> =>
  (await prepareRunTotals(db, row.teamId, [row.id]))(row)
