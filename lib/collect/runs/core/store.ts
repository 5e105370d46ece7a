import type { RunAudience } from '@/lib/collect/items'
import { narrowOperation, newId, notFound, type Operation } from '@/lib/kernel'
import { sumUnknownByRun, unknownOfRunSql } from '@/lib/money/ledger'
import {
  columnSql,
  type Db,
  insertRows,
  joinSql,
  parseMoment,
  type StoredMoment,
  sql,
  type Tx,
  teamCondition,
} from '@/lib/platform/db'
import {
  CONTINUABLE_ENDS,
  type EndReason,
  endReasonSchema,
  type PageSums,
  type RunEnd,
  type RunTotals,
  type RunView,
} from './schemas'

/** The only file that names Run. */

export type RunRow = NonNullable<Awaited<ReturnType<typeof selectRun>>>

export const insertRun = async (tx: Tx, row: NewRun, manner = row.instanceId ? 'background' : 'page') => {
  const sums = { pages: 0, items: 0, chargeNano: 0n, unpricedItems: 0 }
  return toRunRow(await tx.run.create({ data: { ...row, ...sums, manner, state: 'OPEN', nextSeq: 1 } }))
}

/** Inserts a batch with a waiting run for each subject. It is no run of their streams. */
export async function insertBatch(
  tx: Tx,
  batch: NewRun,
  subjects: readonly Pick<NewRun, 'subject' | 'streamId'>[],
) {
  const own = { streamId: batch.id, subjectCount: subjects.length }
  const row = await insertRun(tx, { ...batch, ...own }, 'batch')
  const waiting = { ...USUAL, ...batch, instanceId: null, batchId: batch.id, subjectCount: 0 }
  const sums = { pages: 0, items: 0, chargeNano: 0n, unpricedItems: 0 }
  const state = { manner: 'background', state: 'OPEN', nextSeq: 1 }
  await insertRows(
    tx,
    'Run',
    subjects.map(({ subject, streamId }) => ({
      ...waiting,
      ...sums,
      ...state,
      id: newId(),
      subject,
      streamId,
    })),
  )
  return row
}

/** Runs of a batch that no process has begun; cancelling ends them. */
const WAITING = { state: 'OPEN', manner: 'background', instanceId: null }

/**
 * Returns whether an open batch is this process's. Writes instead of reading, so that a takeover waits for this
 * transaction, or this transaction sees that the batch is gone.
 */
export async function holdBatch(
  tx: Tx,
  { id, teamId }: Pick<RunRow, 'id' | 'teamId'>,
  instanceId: string,
): Promise<boolean> {
  const where = { id, teamId, state: 'OPEN', instanceId }
  return (await tx.run.updateMany({ where, data: { instanceId } })).count > 0
}

interface Claiming {
  readonly instanceId: string
  readonly startedAt: Date
  /** Runs of the batch that the process has begun, if the answer to an earlier claim may have been lost; else null. */
  readonly begun: ReadonlySet<string> | null
}

/**
 * Begins the next waiting run of a batch in the process that drives the batch, or returns the one that an earlier claim
 * began without being told so. Null if none waits, or the batch is no longer that process's.
 */
export async function claimWaitingRun(
  tx: Tx,
  batch: Pick<RunRow, 'id' | 'teamId'>,
  { instanceId, startedAt, begun }: Claiming,
) {
  const { id: batchId, teamId } = batch
  if (!(await holdBatch(tx, batch, instanceId))) return null
  if (begun) {
    const where = { batchId, ...teamCondition(teamId), ...WAITING, instanceId, id: { notIn: [...begun] } }
    const claimed = await tx.run.findFirst({ where })
    if (claimed) return toRunRow(claimed)
  }
  for (;;) {
    const next = await tx.run.findFirst({
      where: { batchId, ...teamCondition(teamId), ...WAITING },
      select: { id: true, streamId: true, pages: true, reusedPages: true },
      orderBy: { id: 'asc' },
    })
    if (!next) return null
    const isContinued = next.pages + next.reusedPages > 0
    const isBaseline = isContinued || !(await hasEarlierRun(tx, teamId, next.streamId ?? ''))
    const [run] = await rowsOf(
      tx.run.updateManyAndReturn({
        where: { id: next.id, teamId, ...WAITING },
        data: { instanceId, ...(!isContinued && { startedAt, isBaseline }) },
      }),
    )
    if (run) return run
  }
}

/** Undoes the claim of a run that has bought nothing, unless it was cancelled since: its batch is over then. */
export const unclaimRun = (db: Db, teamId: string, id: string) =>
  db.run.updateMany({ where: { id, teamId, state: 'OPEN', cancelledAt: null }, data: { instanceId: null } })

/** Stands for the process of an open batch that any process may take over. */
const NOBODY = ''

/** Lets any process take over the open batches of these processes. */
export const releaseBatches = (tx: Tx | Db, instanceIds: readonly string[]) =>
  tx.run.updateMany({
    where: { state: 'OPEN', instanceId: { in: [...instanceIds] }, manner: 'batch' },
    data: { instanceId: NOBODY },
  })

/**
 * Returns the open batches of a team that are nobody's or this process's. The latter are those that it drives, and one
 * that it was not told to have begun or taken over.
 */
export const selectBatchesToTake = (db: Db, teamId: string, instanceId: string): Promise<string[]> =>
  idsOf(
    db.run.findMany({
      where: { ...TAKEN_FROM(instanceId), ...teamCondition(teamId) },
      select: { id: true },
      orderBy: { startedAt: 'asc' },
    }),
  )

/** Makes an open batch that is nobody's one of this process; null if another process was first. */
export const takeOverBatch = async (db: Db, teamId: string, id: string, instanceId: string) => {
  const where = { ...TAKEN_FROM(instanceId), id, teamId }
  const [batch] = await rowsOf(db.run.updateManyAndReturn({ where, data: { instanceId } }))
  return batch ?? null
}

const TAKEN_FROM = (instanceId: string) => ({
  state: 'OPEN',
  instanceId: { in: [NOBODY, instanceId] },
  manner: 'batch',
})

/** Returns how the runs of a batch ended, first one first. */
export const selectBatchEnds = (tx: Tx, teamId: string, batchId: string) =>
  tx.run.findMany({
    where: { batchId, ...teamCondition(teamId) },
    select: { id: true, subject: true, endReason: true, endNote: true },
    orderBy: { id: 'asc' },
  })

/** Returns the runs of a batch that brought new items, in the order of its subjects. */
export const selectRunsWithNewItems = (tx: Tx, teamId: string, batchId: string): Promise<string[]> =>
  idsOf(
    tx.run.findMany({
      where: { batchId, ...teamCondition(teamId), newItems: { gt: 0 } },
      select: { id: true },
      orderBy: { id: 'asc' },
    }),
  )

/** Returns the runs of a batch that the member may see, in the order of its subjects. */
export const selectRunsOfBatch = (db: Db, teamId: string, memberId: string, batchId: string) =>
  rowsOf(
    db.run.findMany({
      where: { batchId, ...teamCondition(teamId), OR: visibleTo(teamId, memberId).OR },
      orderBy: { id: 'asc' },
    }),
  )

/** Returns the newest run of each of these streams that the member may see. The cost does not grow with older runs. */
export const selectNewestRunsOfStreams = (
  db: Db,
  teamId: string,
  memberId: string,
  streamIds: readonly string[],
) =>
  rowsOf(
    db.$queryRaw<RunColumns[]>(sql`
      WITH stream(id) AS (VALUES ${joinSql(streamIds.map((id) => sql`(CAST(${id} AS TEXT))`))})
      SELECT r.* FROM stream JOIN "Run" r ON r."id" = (
        SELECT x."id" FROM "Run" x
        WHERE x."streamId" = stream.id AND x."teamId" = ${teamId} AND (x."memberId" = ${memberId} OR x."shared")
        ORDER BY x."startedAt" DESC LIMIT 1)`),
  )

interface BatchSums {
  readonly totals: RunTotals
  readonly subjects: NonNullable<RunView['subjects']>
  /** New items of its runs that are not their streams' first. */
  readonly announcedItems: number
}

/** Ends after which a subject counts as failed: what was to be bought was not. */
const FAILED_ENDS: readonly EndReason[] = [
  'problem',
  'budget_refused',
  'unread_items',
  'unread_times',
  'unusable_cursor',
  'next_page_not_found',
  'restarted',
]

/** Returns whether a run that ended so failed. */
export const isFailedEnd = (reason: string | null): boolean => FAILED_ENDS.some((each) => each === reason)

/** Returns the sums of these batches' runs, by batch. */
export async function sumBatches(
  db: Db | Tx,
  teamId: string,
  batchIds: readonly string[],
): Promise<ReadonlyMap<string, BatchSums>> {
  if (batchIds.length === 0) return new Map()
  const ofThem = sql`"Run" r WHERE r."batchId" IN (${joinSql([...batchIds])}) AND r."teamId" = ${teamId}`
  const sums = BATCH_SUMS.map(
    ([name, value]) => sql`CAST(COALESCE(SUM(${value}), 0) AS BIGINT) AS ${columnSql(name)}`,
  )
  const rows = await db.$queryRaw<({ batchId: string } & Record<string, bigint | number>)[]>(sql`
    SELECT r."batchId", ${joinSql(sums)} FROM ${ofThem} GROUP BY r."batchId"`)
  const lost = await sumUnknownByRun(db, teamId, sql`SELECT r."id" FROM ${ofThem}`)
  const losing = await db.run.findMany({
    where: { id: { in: [...lost.keys()] }, ...teamCondition(teamId) },
    select: { id: true, batchId: true },
  })
  return new Map(
    rows.map(({ batchId, ...row }) => {
      const of = (name: string) => Number(row[name] ?? 0)
      const unknown = losing.flatMap((run) => (run.batchId === batchId ? (lost.get(run.id) ?? []) : []))
      const totals = {
        pages: of('pages'),
        items: of('items'),
        chargeNano: BigInt(row.chargeNano ?? 0),
        unpricedItems: of('unpricedItems'),
        newItems: of('newItems'),
        reusedPages: of('reusedPages'),
        reusedItems: of('reusedItems'),
        unknownCalls: unknown.reduce((sum, { calls }) => sum + calls, 0),
        unknownItems: unknown.reduce((sum, { items }) => sum + items, 0),
      }
      const subjects = { waiting: of('waiting'), running: of('running'), failed: of('failed') }
      return [batchId, { totals, subjects, announcedItems: of('announcedItems') }] as const
    }),
  )
}

const BATCH_SUMS = [
  ...['pages', 'items', 'chargeNano', 'unpricedItems', 'newItems', 'reusedPages', 'reusedItems'].map(
    (name) => [name, sql`r.${columnSql(name)}`] as const,
  ),
  ['announcedItems', sql`CASE WHEN r."isBaseline" THEN 0 ELSE r."newItems" END`],
  ['waiting', sql`CASE WHEN r."state" = 'OPEN' AND r."instanceId" IS NULL THEN 1 ELSE 0 END`],
  ['running', sql`CASE WHEN r."state" = 'OPEN' AND r."instanceId" IS NOT NULL THEN 1 ELSE 0 END`],
  ['failed', sql`CASE WHEN r."endReason" IN (${joinSql([...FAILED_ENDS])}) THEN 1 ELSE 0 END`],
] as const

/**
 * Returns a function that tells what a run bought: of a batch, the sums of its runs, and how many of them are where.
 */
export async function prepareTotalsOf(
  db: Db,
  teamId: string,
  rows: readonly Pick<RunRow, 'id' | 'manner'>[],
): Promise<(row: RunSums) => RunTotals & Pick<RunView, 'subjects'>> {
  const idsOf = (isBatch: boolean) =>
    rows.flatMap(({ id, manner }) => ((manner === 'batch') === isBatch ? id : []))
  const [totals, batches] = await Promise.all([
    prepareRunTotals(db, teamId, idsOf(false)),
    sumBatches(db, teamId, idsOf(true)),
  ])
  return (row) => {
    const batch = batches.get(row.id)
    return batch ? { ...batch.totals, subjects: batch.subjects } : { ...totals(row), subjects: null }
  }
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

/** Caps of a run that continues; those that it has by default. */
export type NewCaps = Partial<Pick<RunRow, 'capItems' | 'capNano'>>

const OPEN_AGAIN = {
  ...{ state: 'OPEN', endReason: null, endedAt: null, endNote: null },
  ...{ cancelledAt: null, cancelledByName: null },
}

/**
 * Reopens runs that ended before the end of their list, in the background of a process or, without one, to wait for
 * their batch. A date that ended one is dropped. Returns those that were not open already.
 */
export const reopenRuns = async (
  tx: Tx,
  which: { readonly teamId: string; readonly id: { in: string[] } },
  to: NewCaps & { readonly instanceId: string | null },
) => {
  const ended = { ...which, state: 'ENDED' }
  await tx.run.updateMany({ where: { ...ended, endReason: 'date_passed' }, data: { untilAt: null } })
  await tx.$executeRaw`
    UPDATE "Run" SET "announcedItems" = "newItems"
    WHERE "teamId" = ${which.teamId} AND "id" IN (${joinSql(which.id.in)}) AND "state" = 'ENDED'`
  const where = { ...ended, endReason: { in: [...CONTINUABLE_ENDS] } }
  return rowsOf(tx.run.updateManyAndReturn({ where, data: { ...OPEN_AGAIN, manner: 'background', ...to } }))
}

/**
 * Opens a batch some of whose runs continue, if it has ended. Null if another process drives it, which does not have
 * their positions.
 */
export const reopenBatch = async (
  tx: Tx,
  { teamId, id, instanceId }: { readonly teamId: string; readonly id: string; readonly instanceId: string },
  caps: NewCaps,
) => {
  const batch = { teamId, id, manner: 'batch' }
  const [driven] = await rowsOf(
    tx.run.updateManyAndReturn({
      where: { ...batch, state: 'OPEN', instanceId },
      data: { instanceId, ...caps },
    }),
  )
  if (driven) return { batch: driven, hasEnded: false }
  const announcedItems = (await sumBatches(tx, teamId, [id])).get(id)?.announcedItems ?? 0
  const data = { ...OPEN_AGAIN, instanceId, announcedItems, ...caps }
  const [reopened] = await rowsOf(tx.run.updateManyAndReturn({ where: { ...batch, state: 'ENDED' }, data }))
  return reopened ? { batch: reopened, hasEnded: true } : null
}

/** Returns those that ended before the end of their list. */
export const selectContinuable = (tx: Db | Tx, where: ContinuableSelection) =>
  rowsOf(
    tx.run.findMany({
      where: { ...where, state: 'ENDED', endReason: { in: [...CONTINUABLE_ENDS] } },
      orderBy: { id: 'asc' },
    }),
  )

/** Changes open background runs and batches. Returns the changed ones. */
export const changeOpenRuns = (
  db: Db | Tx,
  which: OpenRunSelection,
  data: Pick<RunRow, 'cancelledAt' | 'cancelledByName'>,
): Promise<Pick<RunRow, 'id' | 'manner' | 'instanceId' | 'searchName' | 'batchId'>[]> => {
  const { id, ...whose } = which
  const of = id === undefined ? {} : { OR: [{ id }, { batchId: id }] }
  return db.run.updateManyAndReturn({
    where: { ...whose, ...of, state: 'OPEN', manner: { in: ['background', 'batch'] } },
    data,
    select: { id: true, manner: true, instanceId: true, searchName: true, batchId: true },
  })
}

/** Condition for open runs that a process works on; they are few. */
const HELD = { state: 'OPEN', instanceId: { not: null } }

/**
 * Counts a member's open background runs that were started by hand. A batch counts as one, and each of its runs that
 * is open after it.
 */
export async function countOpenRuns(tx: Tx, teamId: string, memberId: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ open: bigint | number }[]>(sql`
    SELECT COUNT(*) AS "open" FROM "Run" r
    WHERE r."teamId" = ${teamId} AND r."memberId" = ${memberId} AND NOT r."isScheduled"
      AND r."state" = 'OPEN' AND r."instanceId" IS NOT NULL
      AND (r."subjectCount" > 0
        OR NOT EXISTS (SELECT 1 FROM "Run" b WHERE b."id" = r."batchId" AND b."state" = 'OPEN'))`)
  return Number(row?.open ?? 0)
}

/**
 * Returns the given runs that must stop, because somebody cancelled them or another process took this one for
 * dead.
 */
export const selectRunsToStop = (db: Db, ids: string[]): Promise<string[]> => {
  const isStopped = [{ cancelledAt: { not: null } }, { state: 'ENDED' }]
  return idsOf(db.run.findMany({ where: { id: { in: ids }, OR: isStopped }, select: { id: true } }))
}

/** Returns a process's open background runs that began before a given time, without batches, oldest first. */
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
export const hasEarlierRun = async (db: Db | Tx, teamId: string, streamId: string): Promise<boolean> => {
  const where = { teamId, streamId, OR: [{ pages: { gt: 0 } }, { reusedPages: { gt: 0 } }] }
  return (await db.run.findFirst({ where, select: { id: true } })) !== null
}

/** Condition for the runs of lists, where a batch stands for its runs. */
const LISTED = { subjectCount: { gt: 0 } } as const

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
  const where = { ...visibleTo(teamId, memberId), ...LISTED, ...whereOf(part) }
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
  parts.push(sql`r."subjectCount" > 0`)
  if (searchId) parts.push(sql`r."searchId" = ${searchId}`)
  if (whose) parts.push(sql`r."memberId" = ${whose}`)
  if (state) parts.push(sql`r."state" = ${state}`)
  const order = isUp ? sql`ASC` : sql`DESC`
  return db.$queryRaw<{ id: string; searchName: string }[]>(sql`
    SELECT r."id", r."searchName" FROM "Run" r WHERE ${joinSql(parts, ' AND ')}
    ORDER BY r."startedAt" ${order}, r."id" ${order} LIMIT ${take}`)
}

/**
 * Counts the runs of a part that the member may see, `max` at most. Ordered as an index is: by default Prisma orders
 * what it limits by id, which took 600 ms among a million runs.
 */
export async function countRunsOf(
  db: Db,
  teamId: string,
  memberId: string,
  part: RunListSelection,
  max: number,
) {
  const where = { ...visibleTo(teamId, memberId), ...LISTED, ...whereOf(part) }
  return db.run.count({ where, orderBy: { startedAt: 'desc' }, take: max })
}

/** Returns the columns by which runs are filtered, for all runs of a span, newest first. */
export const selectRunFilterColumns = (db: Db, teamId: string, span: RunSpan, take: number) =>
  db.run.findMany({
    where: { teamId, ...LISTED, ...runsAfterCondition(span) },
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

const OF_SEARCH = { id: true, startedAt: true, isBaseline: true, subject: true } as const

/** Number of a search's newest runs among which those with new items are found. */
const MAX_SEARCHED = 1000

/** Returns the newest runs of a search that brought new items, of those that the member may see. */
export const selectRunsWithNews = async (
  db: Db,
  teamId: string,
  memberId: string,
  searchId: string,
  take: number,
) => {
  type Row = { id: string; batchId: string | null; startedAt: StoredMoment; newItems: bigint | number }
  const rows = await db.$queryRaw<Row[]>(sql`
    SELECT l."id", l."batchId", l."startedAt", l."newItems" FROM (
      SELECT r."id", r."batchId", r."startedAt", r."newItems" FROM "Run" r
      WHERE r."teamId" = ${teamId} AND r."searchId" = ${searchId} AND (r."memberId" = ${memberId} OR r."shared")
      ORDER BY r."startedAt" DESC, r."id" DESC LIMIT ${MAX_SEARCHED}) l
    WHERE l."newItems" > 0 ORDER BY l."startedAt" DESC, l."id" DESC LIMIT ${take}`)
  return rows.map(({ id, batchId, startedAt, newItems }) => ({
    id,
    batchId,
    startedAt: parseMoment(startedAt),
    newItems: Number(newItems),
  }))
}

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
        AND r."subjectCount" > 0
      ORDER BY r."startedAt" DESC LIMIT 1) AS "id" FROM search`)
  return newest.flatMap(({ id }) => id ?? [])
}

/**
 * Returns the searches among these whose last `runs` ended runs found nothing new although charged. Baselines do not
 * count, nor do batches. The cost does not grow with older runs.
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
          AND r."subjectCount" = 1
        ORDER BY r."startedAt" DESC LIMIT ${runs}) l) = 1`)
  return found.map(({ id }) => id)
}

/** Returns all runs of a saved search, visible to the member or not. */
export const selectRunIds = (db: Db, teamId: string, searchId: string): Promise<string[]> =>
  idsOf(db.run.findMany({ where: { teamId, searchId }, select: { id: true } }))

const idsOf = async (rows: PromiseLike<{ id: string }[]>) => (await rows).map(({ id }) => id)

/** Returns the ids of the runs that a search's schedule started since a given time, and what they bought. */
export async function sumScheduledRuns(
  db: Db,
  teamId: string,
  searchId: string,
  since: Date,
): Promise<{ readonly items: number; readonly ids: ReturnType<typeof sql> }> {
  const ofThem = sql`"Run" r WHERE r."teamId" = ${teamId} AND r."searchId" = ${searchId} AND r."isScheduled"
    AND r."startedAt" >= ${since}`
  const [row] = await db.$queryRaw<{ items: bigint | number | null }[]>(
    sql`SELECT CAST(SUM(r."items") AS BIGINT) AS "items" FROM ${ofThem}`,
  )
  return { items: Number(row?.items ?? 0), ids: sql`SELECT r."id" FROM ${ofThem}` }
}

/** Returns a run that a schedule started. */
export const selectScheduledRun = (tx: Tx, teamId: string, id: string) =>
  tx.run.findFirst({ where: { id, teamId, isScheduled: true }, select: { shared: true, isBaseline: true } })

const SCHEDULED_NEWS = { isScheduled: true, shared: true, isBaseline: false, newItems: { gt: 0 } }

/** Returns the runs of shared searches' schedules that ended since a given time with new items. */
export const selectScheduledRunsWithNewItems = async (db: Db, teamId: string, since: Date) => {
  const where = { ...SCHEDULED_NEWS, teamId, endedAt: { gte: since } }
  const select = { id: true, batchId: true, searchId: true, newItems: true, endedAt: true }
  const rows = await db.run.findMany({ where, select, orderBy: { endedAt: 'asc' } })
  const found = new Map<
    string,
    { id: string; searchId: string | null; newItems: number; endedAt: Date | null }
  >()
  for (const { id: runId, batchId, searchId, newItems, endedAt } of rows) {
    // A batch stands for its runs.
    const id = batchId ?? runId
    found.set(id, { id, searchId, newItems: (found.get(id)?.newItems ?? 0) + Number(newItems), endedAt })
  }
  return [...found.values()]
}

/** All columns of a run as SQL returns them. Each call reads its run, and a model's query costs ten times as much. */
export type RunColumns = NonNullable<Awaited<ReturnType<Db['run']['findFirst']>>>

type StoredRun = Readonly<Record<'items' | 'newItems' | 'announcedItems' | 'unpricedItems', bigint>> & {
  readonly operation: string
}

/** Converts a run's counts to numbers. The columns are wide enough for a month at a fast key's pace. */
export function toRunRow<Row extends StoredRun>(row: Row) {
  const { items, newItems, announcedItems, unpricedItems, ...rest } = narrowOperation(row)
  return {
    ...rest,
    items: Number(items),
    newItems: Number(newItems),
    announcedItems: Number(announcedItems),
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

/** A member's runs of a batch: all, or some. */
interface ContinuableSelection {
  readonly teamId: string
  readonly memberId: string
  readonly batchId: string
  readonly id?: { in: string[] }
}

/** Open background runs of a team that are not cancelled: one (of a batch, with its runs), all, or all of a member. */
export interface OpenRunSelection {
  readonly teamId: string
  readonly id?: string
  readonly memberId?: string
  readonly cancelledAt: null
}

/** Runs to end: one, some, or all background runs of these processes. */
export type EndingRunSelection =
  | { readonly teamId: string; readonly id: string | { in: string[] } }
  | { readonly teamId: string; readonly batchId: string; readonly instanceId: null }
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
  readonly batchId?: string | null
  readonly subjectCount?: number
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
  batchId: null,
  subjectCount: 1,
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
