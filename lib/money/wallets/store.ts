import { type Nano, newId } from '@/lib/kernel'
import { columnSql, type Db, joinSql, type StoredMoment, sql, type Tx } from '@/lib/platform/db'
import type { ReadingSource } from './schemas'

/** The only file that names Wallet and BalanceReading. */

export const insertWallet = (tx: Tx, row: { teamId: string; name: string; createdAt: Date }) =>
  tx.wallet.create({ data: { id: newId(), ...row } })

export const updateWalletName = async (tx: Tx, teamId: string, id: string, name: string): Promise<number> =>
  (await tx.wallet.updateMany({ where: { id, teamId }, data: { name } })).count

/** Pauses a wallet, or lets it continue. Returns how many rows changed (0 or 1). */
export const updatePaused = async (
  tx: Tx,
  teamId: string,
  id: string,
  pausedAt: Date | null,
): Promise<number> =>
  (
    await tx.wallet.updateMany({
      where: { id, teamId, pausedAt: pausedAt === null ? { not: null } : null },
      data: { pausedAt },
    })
  ).count

const withKeyCount = { _count: { select: { keys: { where: { deletedAt: null } } } } } as const

export const selectWallets = (db: Db, teamId: string) =>
  db.wallet.findMany({ where: { teamId }, include: withKeyCount, orderBy: { name: 'asc' } })

export const selectWallet = (db: Db | Tx, teamId: string, id: string) =>
  db.wallet.findFirst({ where: { id, teamId }, include: withKeyCount })

export const insertReading = (
  tx: Tx,
  row: {
    teamId: string
    walletId: string
    keyId: string
    balanceNano: Nano
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

/** Of the readings from `since` and before `before`, the last one that was clean when it was made. */
export const selectLastClean = (
  db: Db | Tx,
  { teamId, walletId, since, before }: { teamId: string; walletId: string; since: Date; before?: Date },
) => {
  const wasQuiet = [
    { settlingMs: null },
    { quietMs: null },
    { quietMs: { gte: db.balanceReading.fields.settlingMs } },
  ]
  return db.balanceReading.findFirst({
    where: { teamId, walletId, at: { gte: since, ...(before && { lt: before }) }, inFlight: 0, OR: wasQuiet },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })
}

/** The highest balance that was read since a moment; null where none was read. */
export const selectHighestSince = async (
  db: Db,
  teamId: string,
  walletId: string,
  since: Date,
): Promise<Nano | null> => {
  const where = { teamId, walletId, at: { gte: since } }
  return (await db.balanceReading.aggregate({ where, _max: { balanceNano: true } }))._max.balanceNano
}

const pointColumns = joinSql(
  [
    ...['id', 'walletId', 'at', 'balanceNano', 'settledNano', 'unpricedItems'],
    ...['inFlight', 'inFlightNano', 'quietMs', 'settlingMs'],
  ].map((name) => sql`r.${columnSql(name)} AS ${columnSql(name)}`),
)

/** In the words of the index of clean readings. */
const wasClean = sql`i."inFlight" = 0
  AND (i."quietMs" IS NULL OR i."settlingMs" IS NULL OR i."quietMs" >= i."settlingMs")`

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
}

/**
 * Of some wallets, for each of some moments: the last reading before it, and the last clean one; each reading once. Its
 * cost grows with wallets and moments, not with readings.
 */
export function selectPointsBefore(
  db: Db,
  teamId: string,
  walletIds: readonly string[],
  moments: readonly Date[],
): Promise<StoredPoint[]> {
  const wallets = joinSql(walletIds.map((id) => sql`(CAST(${id} AS TEXT))`))
  const times = joinSql(moments.map((at) => sql`(CAST(${at} AS TIMESTAMP))`))
  const last = (condition: typeof wasClean) => sql`
    SELECT ${pointColumns} FROM wallet w CROSS JOIN moment m JOIN "BalanceReading" r ON r."id" = (
      SELECT i."id" FROM "BalanceReading" i
      WHERE i."teamId" = ${teamId} AND i."walletId" = w.id AND i."at" < m.at AND ${condition}
      ORDER BY i."at" DESC LIMIT 1)`
  return db.$queryRaw<StoredPoint[]>`
    WITH wallet(id) AS (VALUES ${wallets}), moment(at) AS (VALUES ${times})
    ${last(sql`1 = 1`)} UNION ${last(wasClean)} ORDER BY "at"`
}

/** A wallet's readings in a span that can be clean, oldest first. There may be tens of thousands: read without the client's care for types. */
export function selectProving(
  db: Db,
  { teamId, walletId }: { readonly teamId: string; readonly walletId: string },
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<(StoredPoint & { readonly askedAt: StoredMoment | null; readonly byOperation: string })[]> {
  return db.$queryRaw`
    SELECT ${pointColumns}, r."askedAt" AS "askedAt", r."byOperation" AS "byOperation" FROM "BalanceReading" r
    WHERE r."teamId" = ${teamId} AND r."walletId" = ${walletId} AND r."at" >= ${from} AND r."at" < ${to}
      AND r."inFlight" = 0 AND r."byOperation" IS NOT NULL
    ORDER BY r."at", r."id"`
}
