import { type Db, joinSql, sql, type Tx } from '@/lib/db'
import { type Micro, newId } from '@/lib/kernel'
import type { Attribution, Outcome, Reservation, Settled } from './schemas'

/** The only file that names the ledger's tables: Attempt, LedgerEntry, Rollup. */

export const insertAttempt = (
  tx: Tx,
  row: { teamId: string; instanceId: string; openedAt: Date; pageNumber: number } & Attribution,
  reservation: Reservation,
) =>
  tx.attempt.create({
    data: {
      id: newId(),
      ...row,
      reservedItems: reservation.items,
      reservedMicro: reservation.micro,
      state: 'OPEN',
    },
    select: { id: true },
  })

/** Moves an open attempt to its end and answers it; null when it had ended before. */
export async function closeAttempt(tx: Tx, teamId: string, id: string, outcome: Outcome) {
  const [closed] = await tx.attempt.updateManyAndReturn({
    where: { id, teamId, state: 'OPEN' },
    data: { state: outcome },
  })
  return closed ?? null
}

export interface EntryRow {
  readonly teamId: string
  readonly attemptId: string
  readonly outcome: Outcome
  readonly items: number
  readonly priceMicro: Micro | null
  readonly chargeMicro: Micro | null
  readonly chargeSource: 'price' | 'reported' | 'none'
  readonly httpStatus: number | null
  readonly reason: string | null
  readonly latencyMs: number | null
  readonly waitedMs: number | null
  readonly at: Date
  readonly quarter: number
}

export const insertEntry = (tx: Tx, row: EntryRow) =>
  tx.ledgerEntry.create({ data: { id: newId(), ...row }, select: { id: true } })

export interface RollupDelta {
  readonly pages: number
  readonly items: number
  readonly chargeMicro: Micro
  readonly unpricedItems: number
  readonly frees: number
  readonly unknowns: number
}

type RollupKey = { teamId: string; quarter: number } & Pick<
  Attribution,
  'walletId' | 'keyId' | 'environmentId' | 'memberId'
> & { operation: string }

export const bumpRollup = (tx: Tx, key: RollupKey, delta: RollupDelta) => tx.$executeRaw`
  INSERT INTO "Rollup" ("teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "operation",
    "pages", "items", "chargeMicro", "unpricedItems", "frees", "unknowns")
  VALUES (${key.teamId}, ${key.quarter}, ${key.walletId}, ${key.keyId}, ${key.environmentId}, ${key.memberId},
    ${key.operation}, ${delta.pages}, ${delta.items}, ${delta.chargeMicro}, ${delta.unpricedItems}, ${delta.frees},
    ${delta.unknowns})
  ON CONFLICT ("teamId", "quarter", "walletId", "keyId", "environmentId", "memberId", "operation") DO UPDATE SET
    "pages" = "Rollup"."pages" + excluded."pages",
    "items" = "Rollup"."items" + excluded."items",
    "chargeMicro" = "Rollup"."chargeMicro" + excluded."chargeMicro",
    "unpricedItems" = "Rollup"."unpricedItems" + excluded."unpricedItems",
    "frees" = "Rollup"."frees" + excluded."frees",
    "unknowns" = "Rollup"."unknowns" + excluded."unknowns"`

export type RollupDimension = 'keyId' | 'environmentId' | 'memberId' | 'operation' | 'walletId'

const DIMENSION_COLUMNS: Record<RollupDimension, ReturnType<typeof sql>> = {
  keyId: sql`r."keyId"`,
  environmentId: sql`r."environmentId"`,
  memberId: sql`r."memberId"`,
  operation: sql`r."operation"`,
  walletId: sql`r."walletId"`,
}

type RollupSumRow = { member: string } & Record<
  'bucket' | 'pages' | 'items' | 'micro' | 'unpriced' | 'frees' | 'unknowns',
  bigint | number
>

/** Sums of the rollups per bucket and dimension. Buckets are half-open ranges of quarters, numbered by place. */
export async function selectRollupSums(
  db: Db,
  teamId: string,
  buckets: readonly { readonly from: number; readonly to: number }[],
  dimension: RollupDimension,
  filter: { readonly environmentId?: string; readonly walletId?: string },
) {
  if (buckets.length === 0) return []
  const column = DIMENSION_COLUMNS[dimension]
  const ranges = joinSql(buckets.map(({ from, to }, place) => sql`(${place}, ${from}, ${to})`))
  const inEnvironment = filter.environmentId ? sql`AND r."environmentId" = ${filter.environmentId}` : sql``
  const inWallet = filter.walletId ? sql`AND r."walletId" = ${filter.walletId}` : sql``
  const rows = await db.$queryRaw<RollupSumRow[]>`
    WITH bucket(place, low, high) AS (VALUES ${ranges})
    SELECT CAST(b.place AS INTEGER) AS "bucket", ${column} AS "member",
      CAST(SUM(r."pages") AS BIGINT) AS "pages", CAST(SUM(r."items") AS BIGINT) AS "items",
      CAST(SUM(r."chargeMicro") AS BIGINT) AS "micro", CAST(SUM(r."unpricedItems") AS BIGINT) AS "unpriced",
      CAST(SUM(r."frees") AS BIGINT) AS "frees", CAST(SUM(r."unknowns") AS BIGINT) AS "unknowns"
    FROM bucket b
    JOIN "Rollup" r ON r."teamId" = ${teamId} AND r."quarter" >= CAST(b.low AS INTEGER)
      AND r."quarter" < CAST(b.high AS INTEGER) ${inEnvironment} ${inWallet}
    GROUP BY 1, 2 ORDER BY 1, 2`
  return rows.map((row) => ({
    bucket: Number(row.bucket),
    member: row.member,
    pages: Number(row.pages),
    items: Number(row.items),
    chargeMicro: BigInt(row.micro),
    unpricedItems: Number(row.unpriced),
    frees: Number(row.frees),
    unknowns: Number(row.unknowns),
  }))
}

/** Per run, its attempts that ended as unknown and the items reserved for them. */
export const selectUnknownOfRuns = (db: Db | Tx, teamId: string, runIds: string[]) =>
  db.attempt.groupBy({
    by: ['runId'],
    where: { teamId, runId: { in: runIds }, state: 'UNKNOWN' },
    _count: true,
    _sum: { reservedItems: true },
  })

/** Which attempts of a team: all, or those of one wallet, key, environment, member or saved search. */
export type AttemptFilter = Partial<
  Readonly<Record<'walletId' | 'keyId' | 'environmentId' | 'memberId' | 'searchId', string>>
>

/** What was charged of the attempts opened in a half-open span: their settlements, and unknown ones resolved so. */
export async function sumChargedOfOpened(
  tx: Tx,
  teamId: string,
  filter: AttemptFilter,
  opened: { readonly gte: Date; readonly lt?: Date },
) {
  const attempt = { teamId, ...filter, openedAt: opened }
  const [settled, resolved] = await Promise.all([
    tx.ledgerEntry.aggregate({
      where: { teamId, outcome: 'SETTLED', attempt },
      _sum: { items: true, chargeMicro: true },
    }),
    tx.resolution.aggregate({
      where: { teamId, finding: 'charged', attempt },
      _sum: { items: true, chargeMicro: true },
    }),
  ])
  return {
    items: (settled._sum.items ?? 0) + (resolved._sum.items ?? 0),
    chargeMicro: (settled._sum.chargeMicro ?? 0n) + (resolved._sum.chargeMicro ?? 0n),
  }
}

/** Attempts opened in a span that are under way, or whose end is unknown and not resolved. */
export const selectPendingOfOpened = (
  tx: Tx,
  teamId: string,
  filter: AttemptFilter,
  opened: { readonly gte: Date; readonly lt?: Date },
) =>
  tx.attempt.findMany({
    where: { teamId, ...filter, openedAt: opened, state: { in: ['OPEN', 'UNKNOWN'] }, resolution: null },
    select: { id: true, reservedItems: true, reservedMicro: true },
  })

export const selectAbandonedAttempts = (db: Db, instanceIds: { notIn: string[] }, most: number) =>
  db.attempt.findMany({
    where: { state: 'OPEN', instanceId: instanceIds },
    select: { id: true, teamId: true },
    take: most,
  })

export interface EntryFilter {
  readonly runId?: string
  readonly environmentId?: string
  readonly keyId?: string
  readonly outcome?: Outcome
  readonly from?: Date
  readonly to?: Date
}

/** Entries of a team, newest first, with the attempt they end. `after` is the id of the last entry already seen. */
export const selectEntries = (db: Db, teamId: string, filter: EntryFilter, most: number, after?: string) => {
  const { runId, environmentId, keyId, outcome, from, to } = filter
  return db.ledgerEntry.findMany({
    where: {
      teamId,
      ...(outcome && { outcome }),
      ...((from || to) && { at: { ...(from && { gte: from }), ...(to && { lt: to }) } }),
      ...((runId || environmentId || keyId) && {
        attempt: {
          ...(runId && { runId }),
          ...(environmentId && { environmentId }),
          ...(keyId && { keyId }),
        },
      }),
      ...(after && { id: { lt: after } }),
    },
    include: { attempt: true },
    orderBy: { id: 'desc' },
    take: most,
  })
}

/** All that was ever settled on a wallet: micro-credits, and items whose price was not known. */
export async function selectSettledOnWallet(db: Db | Tx, teamId: string, walletId: string): Promise<Settled> {
  const { _sum } = await db.rollup.aggregate({
    where: { teamId, walletId },
    _sum: { chargeMicro: true, unpricedItems: true },
  })
  return { settledMicro: _sum.chargeMicro ?? 0n, unpricedItems: _sum.unpricedItems ?? 0 }
}
