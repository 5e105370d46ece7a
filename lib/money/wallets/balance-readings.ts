import { z } from 'zod'
import { type Micro, OPERATION_NAMES } from '@/lib/kernel'
import { readWalletAccount, type SettledByOperation } from '@/lib/money/ledger'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import type { ReadingSource, ReadingView } from './schemas'
import { insertReading, selectLatestReading, selectReadings } from './store'

/** What is recorded with a balance. */
interface Appended {
  readonly settledMicro: Micro
  readonly inFlight: number
  readonly at: Date
}

/**
 * Records a balance that GET /v1/me returned, in the caller's transaction. Beside it stand what the ledger had settled,
 * and what was under way since the question.
 */
export async function appendBalanceReading(
  tx: Tx,
  ctx: TeamCtx,
  reading: {
    walletId: string
    keyId: string
    balanceMicro: Micro
    source: ReadingSource
    /** When the upstream was asked. */
    askedAt: Date
  },
): Promise<Appended> {
  const teamId = ctx.team.id
  const account = await readWalletAccount(tx, teamId, reading.walletId, reading.askedAt)
  const sums = Object.values(account.byOperation)
  const { settledMicro, inFlight, at } = await insertReading(tx, {
    teamId,
    at: ctx.clock.now(),
    settledMicro: sums.reduce((sum, { chargeMicro }) => sum + chargeMicro, 0n),
    unpricedItems: sums.reduce((sum, { unpricedItems }) => sum + unpricedItems, 0),
    byOperation: writeSums(account.byOperation),
    inFlight: account.underWay,
    inFlightMicro: account.underWayMicro,
    ...reading,
  })
  return { settledMicro, inFlight, at }
}

/** A wallet's readings within a half-open range, oldest first, preceded by the last one before it, if any. */
export async function listBalanceReadings(
  ctx: TeamCtx,
  walletId: string,
  range: { readonly from: Date; readonly to: Date },
): Promise<ReadingView[]> {
  const [before, within] = await Promise.all([
    selectLatestReading(ctx.db, ctx.team.id, walletId, range.from),
    selectReadings(ctx.db, ctx.team.id, walletId, range.from, range.to),
  ])
  return [...(before ? [before] : []), ...within].map((row) => ({
    id: row.id,
    balanceMicro: row.balanceMicro,
    settledMicro: row.settledMicro,
    unpricedItems: row.unpricedItems,
    byOperation: row.byOperation === null ? null : storedSums.parse(JSON.parse(row.byOperation)),
    inFlight: row.inFlight,
    inFlightMicro: row.inFlightMicro,
    askedAt: row.askedAt ?? row.at,
    at: row.at,
  }))
}

const storedSums = z.partialRecord(
  z.enum(OPERATION_NAMES),
  z.object({
    pages: z.number(),
    items: z.number(),
    chargeMicro: z.string().transform(BigInt),
    unpricedItems: z.number(),
  }),
)

const writeSums = (sums: SettledByOperation): string =>
  JSON.stringify(sums, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
