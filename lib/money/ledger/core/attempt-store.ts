import {
  type Db,
  engineOf,
  insertRows,
  joinSql,
  parseMoment,
  type StoredMoment,
  sql,
  type Tx,
  teamCondition,
} from '@/lib/platform/db'
import type { Attribution, CallPrincipal, Outcome, Reservation } from './schemas'

/** The only file that names Attempt. */

export interface AttemptRow extends Attribution {
  /** Chosen by the caller before the transaction, so that a repeated write finds its attempt. */
  readonly id: string
  readonly teamId: string
  readonly instanceId: string
  readonly openedAt: Date
  readonly pageNumber: number
}

export const insertAttempts = (
  tx: Tx,
  attempts: readonly (AttemptRow & { readonly reservation: Reservation })[],
): Promise<void> =>
  insertRows(
    tx,
    'Attempt',
    attempts.map(({ reservation: { items, nano, priceNano }, ...row }) => ({
      ...row,
      reservedItems: items,
      reservedNano: nano,
      priceNano,
      state: 'OPEN',
    })),
  )

/** Returns which of these attempts exist, in whatever state. */
export async function selectExistingAttemptIds(
  tx: Tx,
  teamId: string,
  ids: string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.attempt.findMany({
    where: { id: { in: ids }, ...teamCondition(teamId) },
    select: { id: true },
  })
  return new Set(rows.map(({ id }) => id))
}

/**
 * Waits for a transaction that is still ending one of these attempts: one whose connection broke may yet be committed.
 * On SQLite every transaction is alone already.
 */
export async function lockAttempts(tx: Tx, teamId: string, ids: readonly string[]): Promise<void> {
  if (engineOf(tx) === 'sqlite') return
  await tx.$queryRaw`
    SELECT "id" FROM "Attempt" WHERE "id" IN (${joinSql([...ids])}) AND NOT ("teamId" <> ${teamId})
    ORDER BY "id" FOR UPDATE`
}

/** An attempt's attribution and time, as returned when it ends. */
type ClosedRow = CallPrincipal &
  Readonly<
    Record<'id' | 'walletId' | 'keyId' | 'environmentId' | 'memberId' | 'runId' | 'operation', string>
  > & {
    readonly searchId: string | null
    readonly openedAt: StoredMoment
  }

/** Ends the given attempts as far as they are open, and returns those. */
export async function closeAttempts(tx: Tx, teamId: string, ids: readonly string[], outcome: Outcome) {
  // Raw SQL, because every call runs this: a model query takes five times the processor time.
  const rows = await tx.$queryRaw<ClosedRow[]>`
    UPDATE "Attempt" SET "state" = ${outcome}
    WHERE "id" IN (${joinSql([...ids])}) AND "state" = 'OPEN' AND NOT ("teamId" <> ${teamId})
    RETURNING "id", "walletId", "keyId", "environmentId", "memberId", "searchId", "runId", "operation", "openedAt",
      "principal", "principalId", "origin"`
  return rows.map((row) => ({ ...row, openedAt: parseMoment(row.openedAt) }))
}

/** Deletes attempts whose entries were just deleted. Returns their number. Open and lost attempts stay. */
export async function deleteEndedAttempts(tx: Tx, teamId: string, ids: string[]): Promise<number> {
  // In this form SQLite looks them up by id. By state, it would read every attempt that ever ended.
  const others = [{ teamId: { not: teamId } }, { state: { notIn: ['SETTLED', 'FREE'] } }]
  return (await tx.attempt.deleteMany({ where: { id: { in: ids }, NOT: { OR: others } } })).count
}

/** Attempts as `a` in SQL, for statements in other files. In this form, statements can also update them. */
export const ATTEMPTS_SQL = sql`"Attempt" AS a`

/** Columns that attempts are filtered by, besides their team. A principal is its kind and its id. */
type AttemptDimension = 'walletId' | 'keyId' | 'environmentId' | 'memberId' | 'searchId' | keyof CallPrincipal

/**
 * A selection of a team's attempts: all, or those of one wallet, key, environment, member, saved search or principal.
 */
export type AttemptFilter = Partial<Readonly<Record<AttemptDimension, string>>>

/** Returns when the team's first attempt since a given time was opened; null if there is none. */
export async function selectFirstAttemptOpenedSince(
  db: Db | Tx,
  teamId: string,
  from: Date,
): Promise<Date | null> {
  const where = { teamId, openedAt: { gte: from } }
  const row = await db.attempt.findFirst({ where, select: { openedAt: true }, orderBy: { openedAt: 'asc' } })
  return row?.openedAt ?? null
}

/** Returns the ids of the processes that have open attempts. */
export const selectCallingInstances = async (db: Db): Promise<string[]> => {
  const groups = await db.attempt.groupBy({ by: ['instanceId'], where: { state: 'OPEN' } })
  return groups.map(({ instanceId }) => instanceId)
}

export const selectAbandonedAttempts = (db: Db, instanceIds: string[], limit: number) =>
  db.attempt.findMany({
    where: { state: 'OPEN', instanceId: { in: instanceIds } },
    select: { id: true, teamId: true },
    take: limit,
  })

/** Returns a process's open attempts that were opened before a given time, oldest first. */
export const selectOpenAttempts = (db: Db, instanceId: string, before: Date, limit: number) =>
  db.attempt.findMany({
    where: { state: 'OPEN', instanceId, openedAt: { lt: before } },
    select: { id: true, teamId: true },
    orderBy: { openedAt: 'asc' },
    take: limit,
  })

export const selectUnknownAttempt = (tx: Tx, teamId: string, id: string) =>
  tx.attempt.findFirst({ where: { id, teamId, state: 'UNKNOWN' } })

/** Returns a wallet's attempts that ended as unknown and were opened in a span, oldest first. */
export async function selectWalletUnknownAttempts(
  db: Db,
  teamId: string,
  walletId: string,
  { gte, lt }: { readonly gte: Date; readonly lt?: Date },
) {
  // The condition is worded as the partial index of lost calls requires.
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT a."id" FROM ${ATTEMPTS_SQL}
    WHERE a."teamId" = ${teamId} AND a."walletId" = ${walletId} AND a."state" = 'UNKNOWN'
      AND a."openedAt" >= ${gte} ${lt ? sql`AND a."openedAt" < ${lt}` : sql``} ORDER BY a."id"`
  const ids = rows.map(({ id }) => id)
  return selectAttemptsWithEnds(db, teamId, ids)
}

/** Maximum number of ids per query. With related rows, Prisma takes no more than 999 on SQLite. */
const MAX_WITH_ENDS = 500

/** Returns attempts by their ids, each with its entry and its resolution, oldest first. */
export async function selectAttemptsWithEnds(db: Db, teamId: string, ids: readonly string[]) {
  const found = []
  for (let at = 0; at < ids.length; at += MAX_WITH_ENDS)
    found.push(...(await selectSomeWithEnds(db, teamId, ids.slice(at, at + MAX_WITH_ENDS))))
  return found
}

const selectSomeWithEnds = (db: Db, teamId: string, ids: string[]) =>
  db.attempt.findMany({
    where: { ...teamCondition(teamId), id: { in: ids } },
    include: { entry: { select: { at: true, reason: true } }, resolution: true },
    orderBy: { id: 'asc' },
  })

export const countOpenAttempts = (db: Db, teamId: string, walletId: string): Promise<number> =>
  db.attempt.count({ where: { teamId, walletId, state: 'OPEN' } })

/** Returns a wallet's open attempts. */
export const selectWalletOpenAttempts = (tx: Tx, teamId: string, walletId: string) =>
  tx.attempt.findMany({
    where: { teamId, walletId, state: 'OPEN' },
    select: { id: true, reservedNano: true },
  })
