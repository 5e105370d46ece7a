import { type Nano, newId } from '@/lib/kernel'
import {
  columnSql,
  type Db,
  joinSql,
  type StoredMoment,
  sql,
  type Tx,
  teamCondition,
} from '@/lib/platform/db'
import type { ReadingSource } from './schemas'

/** The only file that names Wallet and BalanceReading. */

/** Wallets as `w` in SQL, for statements in other files. */
export const WALLETS_SQL = sql`"Wallet" w`

export const insertWallet = (tx: Tx, row: { teamId: string; name: string; createdAt: Date }) =>
  tx.wallet.create({ data: { id: newId(), ...row } })

export const updateWalletName = async (tx: Tx, teamId: string, id: string, name: string): Promise<number> =>
  (await tx.wallet.updateMany({ where: { id, teamId }, data: { name } })).count

/** Pauses a wallet, or lets it continue. Returns the number of changed rows (0 or 1). */
export async function updateWalletPaused(
  tx: Tx,
  teamId: string,
  id: string,
  pausedAt: Date | null,
): Promise<number> {
  const where = { id, teamId, pausedAt: pausedAt === null ? { not: null } : null }
  return (await tx.wallet.updateMany({ where, data: { pausedAt } })).count
}

const withKeyCount = { _count: { select: { keys: { where: { deletedAt: null } } } } } as const

export const selectWallets = (db: Db, teamId: string) =>
  db.wallet.findMany({ where: { teamId }, include: withKeyCount })

export const selectWallet = (db: Db | Tx, teamId: string, id: string) =>
  db.wallet.findFirst({ where: { id, teamId }, include: withKeyCount })

/** Returns the id of the wallet's first key that is not deleted; null if there is none. */
export const selectFirstKey = async (tx: Tx, teamId: string, id: string): Promise<string | null> => {
  const keys = {
    where: { deletedAt: null },
    orderBy: { createdAt: 'asc' },
    take: 1,
    select: { id: true },
  } as const
  const wallet = await tx.wallet.findFirst({ where: { id, teamId }, select: { keys } })
  return wallet?.keys[0]?.id ?? null
}

export const insertReading = (
  tx: Tx,
  row: {
    teamId: string
    walletId: string
    keyId: string
    balanceNano: Nano
    expiringNano?: Nano | null
    settledNano: Nano
    unpricedItems: number
    byOperation: string
    inFlight: number
    inFlightNano: Nano | null
    quietMs: number | null
    settlingMs: number | null
    source: ReadingSource
    askedAt: Date
    at: Date
  },
) => tx.balanceReading.create({ data: { id: newId(), ...row } })

export const selectLatestReading = (db: Db | Tx, teamId: string, walletId: string, before?: Date) =>
  db.balanceReading.findFirst({
    where: { teamId, walletId, ...(before && { at: { lt: before } }) },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })

/** Returns the highest balance that was read since a given time; null if none was read. */
export const selectHighestBalanceSince = async (
  db: Db,
  teamId: string,
  walletId: string,
  since: Date,
): Promise<Nano | null> => {
  const where = { teamId, walletId, at: { gte: since } }
  return (await db.balanceReading.aggregate({ where, _max: { balanceNano: true } }))._max.balanceNano
}

const columnsOf = (names: readonly string[]) =>
  joinSql(names.map((name) => sql`r.${columnSql(name)} AS ${columnSql(name)}`))
const POINT = [
  ...['id', 'walletId', 'at', 'balanceNano', 'settledNano', 'unpricedItems'],
  ...['inFlight', 'inFlightNano', 'quietMs', 'settlingMs', 'askedAt', 'source'],
]
const pointColumns = columnsOf(POINT)
const readingColumns = columnsOf([...POINT, 'byOperation', 'expiringNano'])

/** Repeats the condition of the partial index of clean readings, so that it can be used. */
const wasClean = (of: 'i' | 'r') => {
  const column = (name: string) => sql`${of === 'i' ? sql`i` : sql`r`}.${columnSql(name)}`
  const [inFlight, quietMs, settlingMs] = ['inFlight', 'quietMs', 'settlingMs'].map(column)
  return sql`${inFlight} = 0 AND (${quietMs} IS NULL OR ${settlingMs} IS NULL OR ${quietMs} >= ${settlingMs})`
}

export interface StoredPoint {
  readonly id: string
  readonly walletId: string
  readonly at: StoredMoment
  readonly balanceNano: bigint | number
  readonly settledNano: bigint | number
  readonly unpricedItems: bigint | number
  readonly inFlight: bigint | number
  readonly inFlightNano: bigint | number | null
  readonly quietMs: bigint | number | null
  readonly settlingMs: bigint | number | null
  readonly askedAt: StoredMoment
  readonly source: string
}

/** A reading as both kinds of statement return it. */
export interface StoredReading extends StoredPoint {
  readonly byOperation: string
  readonly expiringNano: bigint | number | null
}

/** Returns the last reading from `since` and before `before` that was clean when it was made; null if there is none. */
export async function selectLastCleanReading(
  db: Db,
  { teamId, walletId, since, before }: { teamId: string; walletId: string; since: Date; before: Date },
): Promise<StoredReading | null> {
  const rows = await db.$queryRaw<StoredReading[]>`
    SELECT ${readingColumns} FROM "BalanceReading" r
    WHERE r."teamId" = ${teamId} AND r."walletId" = ${walletId} AND r."at" >= ${since}
      AND r."at" < ${before} AND ${wasClean('r')}
    ORDER BY r."at" DESC, r."id" DESC LIMIT 1`
  return rows[0] ?? null
}

/**
 * Returns, for each of these wallets and moments, the last reading before the moment and the last clean one, each
 * reading once. The cost grows with wallets and moments, not with readings.
 */
export function selectPointsBefore(
  db: Db,
  teamId: string,
  walletIds: readonly string[],
  moments: readonly Date[],
): Promise<StoredPoint[]> {
  const wallets = joinSql(walletIds.map((id) => sql`(CAST(${id} AS TEXT))`))
  const times = joinSql(moments.map((at) => sql`(CAST(${at} AS TIMESTAMP))`))
  const last = (condition: ReturnType<typeof wasClean>) => sql`
    SELECT ${pointColumns} FROM wallet w CROSS JOIN moment m JOIN "BalanceReading" r ON r."id" = (
      SELECT i."id" FROM "BalanceReading" i
      WHERE i."teamId" = ${teamId} AND i."walletId" = w.id AND i."at" < m.at AND ${condition}
      ORDER BY i."at" DESC LIMIT 1)`
  return db.$queryRaw<StoredPoint[]>`
    WITH wallet(id) AS (VALUES ${wallets}), moment(at) AS (VALUES ${times})
    ${last(sql`1 = 1`)} UNION ${last(wasClean('i'))} ORDER BY "at"`
}

/** Returns for each of these wallets the moment of its last reading, and up to where its old readings were thinned. */
export const selectThinningProgress = (
  db: Db,
  teamId: string,
  walletIds: readonly string[],
): Promise<{ id: string; thinnedTo: StoredMoment | null; lastAt: StoredMoment | null }[]> => db.$queryRaw`
  SELECT w."id", w."thinnedTo", (
    SELECT r."at" FROM "BalanceReading" r WHERE r."teamId" = ${teamId} AND r."walletId" = w."id"
    ORDER BY r."at" DESC LIMIT 1) AS "lastAt"
  FROM "Wallet" w WHERE w."teamId" = ${teamId} AND w."id" IN (${joinSql([...walletIds])})`

interface Whose {
  readonly teamId: string
  readonly walletId: string
}

/** Returns a wallet's first reading before a moment that has not been checked for thinning; null if there is none. */
export async function selectFirstReading(db: Db, { teamId, walletId }: Whose, before: Date) {
  const wallet = await db.wallet.findFirst({ where: { id: walletId, teamId }, select: { thinnedTo: true } })
  const at = { lt: before, ...(wallet?.thinnedTo && { gte: wallet.thinnedTo }) }
  const where = { teamId, walletId, at }
  return db.balanceReading.findFirst({ where, orderBy: { at: 'asc' }, select: { at: true } })
}

/** Returns the first readings of a wallet in a span, oldest first, including those that can never be clean. */
export const selectReadingsInSpan = (
  db: Db,
  { teamId, walletId }: Whose,
  { from, to }: { readonly from: Date; readonly to: Date },
  limit: number,
): Promise<StoredReading[]> => db.$queryRaw`
  SELECT ${readingColumns} FROM "BalanceReading" r
  WHERE r."teamId" = ${teamId} AND r."walletId" = ${walletId} AND r."at" >= ${from} AND r."at" < ${to}
  ORDER BY r."at", r."id" LIMIT ${limit}`

export const deleteReadings = (tx: Tx, teamId: string, ids: string[]) =>
  tx.balanceReading.deleteMany({ where: { id: { in: ids }, ...teamCondition(teamId) } })

/** Notes up to where a wallet's readings were thinned. */
export const updateThinnedUpTo = (tx: Tx, teamId: string, id: string, thinnedTo: Date) =>
  tx.wallet.updateMany({ where: { id, teamId }, data: { thinnedTo } })

/**
 * Returns a wallet's readings in a span that can be clean, oldest first. There may be tens of thousands, so they are
 * read without the client's type conversions.
 */
export function selectProvingReadings(
  db: Db,
  { teamId, walletId }: Whose,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<StoredReading[]> {
  return db.$queryRaw`
    SELECT ${readingColumns} FROM "BalanceReading" r
    WHERE r."teamId" = ${teamId} AND r."walletId" = ${walletId} AND r."at" >= ${from} AND r."at" < ${to}
      AND r."inFlight" = 0
    ORDER BY r."at", r."id"`
}
