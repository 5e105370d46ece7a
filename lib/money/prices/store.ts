import { type Nano, newId, type OperationName } from '@/lib/kernel'
import type { Db, Tx } from '@/lib/platform/db'

/** The origin of a price: an admin, or balance readings. */
export type PriceOrigin = 'admin' | 'inferred'

export const insertPrice = (
  tx: Tx,
  row: {
    teamId: string
    operation: OperationName
    priceNano: Nano
    perCallNano: Nano
    effectiveAt: Date
    source: PriceOrigin
    walletId?: string
    spreadNano?: Nano
    observations?: number
    setById: string
    createdAt: Date
  },
) => tx.price.create({ data: { id: newId(), ...row } })

interface PriceMoment {
  readonly teamId: string
  readonly operation: OperationName
  readonly at: Date
}

/** The admins' price in force at a moment, and the highest one that takes effect after it. Null if there is none. */
export interface SetPrices {
  readonly set: Nano | null
  readonly coming: Nano | null
}

/**
 * Returns the admins' price in force at a moment (of two with the same moment, the one set later), and the highest
 * price that takes effect after it and until `until`. One statement, because every call runs it.
 */
export async function selectSetPrices(
  db: Db | Tx,
  { teamId, operation, at }: PriceMoment,
  until = at,
): Promise<SetPrices> {
  const origin: PriceOrigin = 'admin'
  const [row] = await db.$queryRaw<{ [Name in keyof SetPrices]: bigint | number | null }[]>`
    SELECT (
      SELECT "priceNano" FROM "Price"
      WHERE "teamId" = ${teamId} AND "operation" = ${operation} AND "source" = ${origin} AND "effectiveAt" <= ${at}
      ORDER BY "effectiveAt" DESC, "id" DESC LIMIT 1
    ) AS "set", (
      SELECT CAST(MAX("priceNano") AS BIGINT) FROM "Price"
      WHERE "teamId" = ${teamId} AND "operation" = ${operation} AND "effectiveAt" > ${at} AND "effectiveAt" <= ${until}
    ) AS "coming"`
  const nano = (value: bigint | number | null = null) => (value === null ? null : BigInt(value))
  return { set: nano(row?.set), coming: nano(row?.coming) }
}

export const deleteSetPrices = (tx: Tx, teamId: string) =>
  tx.price.deleteMany({ where: { teamId, source: 'admin' satisfies PriceOrigin } })

/** Returns prices that readings showed by a moment, latest first. */
export const selectInferredPrices = (db: Db | Tx, { teamId, operation, at }: PriceMoment, limit: number) =>
  db.price.findMany({
    where: { teamId, operation, source: 'inferred' satisfies PriceOrigin, effectiveAt: { lte: at } },
    orderBy: [{ effectiveAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })

/** Returns the prices that take effect after a moment, earliest first. */
export const selectNextPrices = (db: Db | Tx, teamId: string, at: Date) =>
  db.price.findMany({
    where: { teamId, effectiveAt: { gt: at } },
    orderBy: [{ effectiveAt: 'asc' }, { id: 'desc' }],
  })

/**
 * Returns the prices of a wallet, set by an admin or shown by its readings, that took effect in a span, latest first.
 */
export const selectPricesSince = (
  db: Db | Tx,
  { teamId, walletId, since, until }: { teamId: string; walletId: string; since: Date; until: Date },
  limit: number,
) =>
  db.price.findMany({
    where: {
      teamId,
      effectiveAt: { gte: since, lte: until },
      OR: [{ source: 'admin' satisfies PriceOrigin }, { walletId }],
    },
    orderBy: [{ effectiveAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })

/** Returns the operations that had a price of the team's own by a moment, of any origin or of one. */
export async function selectPricedOperations(
  db: Db | Tx,
  teamId: string,
  at: Date,
  source?: PriceOrigin,
): Promise<ReadonlySet<OperationName>> {
  const where = { teamId, effectiveAt: { lte: at }, ...(source && { source }) }
  const rows = await db.price.groupBy({ by: ['operation'], where })
  return new Set(rows.map(({ operation }) => operation))
}
