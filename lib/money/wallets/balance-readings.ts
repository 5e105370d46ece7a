import { type Nano, nanoToText, type OperationName, operationEntries } from '@/lib/kernel'
import { type CountedSum, readWalletAccount, type SettledByOperation } from '@/lib/money/ledger'
import { DAY_MS } from '@/lib/platform/calendar'
import { type Db, lock, momentOf, type TeamCtx, type Tx } from '@/lib/platform/db'
import { writeEvents } from '@/lib/platform/events'
import { isCleanPoint, type ReadBalance } from './balance-after'
import type { ReadingSource, ReadingView } from './schemas'
import { isSettled } from './settling'
import {
  insertReading,
  type StoredPoint,
  type StoredReading,
  selectHighestSince,
  selectLastClean,
  selectLatestReading,
  selectProving,
  selectWallet,
} from './store'

/** Values recorded with a balance. */
interface Appended {
  readonly settledNano: Nano
  readonly inFlight: number
  /** True if all charges of what was settled before show in it, as far as the provider states how late they may be. */
  readonly isSettled: boolean
  /** When it was recorded, by this process's clock. */
  readonly at: Date
}

/**
 * Records a balance that the service reported or an admin entered, in the caller's transaction. It is stored with what
 * the ledger had settled and what was under way since the question.
 *
 * Readings of a wallet are ordered by when they were recorded, whatever the clocks say: out of order, they would show
 * top-ups and outside spend that never happened. An answer that was overtaken by another reading is therefore not
 * recorded. Writes an event if the balance differs from the previous one.
 */
export async function appendBalanceReading(
  tx: Tx,
  ctx: TeamCtx,
  reading: {
    walletId: string
    keyId: string
    balanceNano: Nano
    /** The part that may expire; null if the service does not report it. */
    expiringNano?: Nano | null
    source: ReadingSource
    /** When the question was sent to the upstream. */
    askedAt: Date
    /** Maximum time until charges show, in milliseconds; null if the provider does not state it. */
    settlingMs: number | null
  },
): Promise<Appended> {
  const teamId = ctx.team.id
  await lock(tx, `readings of ${reading.walletId}`, 'exclusive')
  const account = await readWalletAccount(tx, teamId, reading.walletId, reading.askedAt)
  const sums = Object.values(account.byOperation)
  const now = ctx.clock.now()
  const last = await selectLatestReading(tx, teamId, reading.walletId)
  const settledInAll = sums.reduce((sum, { chargeNano }) => sum + chargeNano, 0n)
  if (last && isOvertaken(reading.askedAt, last.at, now))
    return { settledNano: settledInAll, inFlight: account.underWay, at: now, isSettled: false }
  const { settledNano, inFlight, ...quiet } = await insertReading(tx, {
    teamId,
    // `askedAt` stays as this clock says, because it is compared with the calls, which use the same clock.
    at: last && last.at >= now ? new Date(last.at.getTime() + 1) : now,
    settledNano: settledInAll,
    unpricedItems: sums.reduce((sum, { unpricedItems }) => sum + unpricedItems, 0),
    byOperation: writeSums(account.byOperation),
    inFlight: account.underWay,
    inFlightNano: account.underWayNano,
    quietMs: account.quietMs,
    ...reading,
  })
  const { walletId, balanceNano } = reading
  await tellBalance(tx, ctx, walletId, { before: last?.balanceNano ?? null, balanceNano, at: now })
  return { settledNano, inFlight, at: now, isSettled: isSettled(quiet) }
}

/**
 * Returns whether another reading was recorded since a question was sent, so that it is not known which of the two
 * balances is older. A reading in the future comes from a clock that was ahead.
 */
const isOvertaken = (askedAt: Date, recordedAt: Date, now: Date): boolean =>
  askedAt < recordedAt && recordedAt <= now

/** Maximum age of a clean reading that is looked for. */
export const CLEAN_WITHIN_MS = 7 * DAY_MS

/** Returns a wallet's last reading before a moment, and its last clean one; null if there is none. */
export async function readLatest(db: Db, teamId: string, walletId: string, before: Date) {
  const last = await selectLatestReading(db, teamId, walletId, before)
  if (!last) return null
  const since = new Date(last.at.getTime() - CLEAN_WITHIN_MS)
  const clean = isCleanPoint(pointOf(last))
    ? last
    : await selectLastClean(db, { teamId, walletId, since, before })
  return { last, clean }
}

/** Converts a stored reading to what a balance is computed from. Engines return numbers as different types. */
export const pointOf = (row: StoredPoint): ReadBalance => ({
  balanceNano: BigInt(row.balanceNano),
  settledNano: BigInt(row.settledNano),
  unpricedItems: Number(row.unpricedItems),
  inFlight: Number(row.inFlight),
  inFlightNano: row.inFlightNano === null ? null : BigInt(row.inFlightNano),
  quietMs: row.quietMs === null ? null : Number(row.quietMs),
  settlingMs: row.settlingMs === null ? null : Number(row.settlingMs),
})

/**
 * Returns a wallet's readings within a half-open range, oldest first, preceded by the last reading and the last clean
 * one before it, if any. Readings that can never be clean prove nothing and are left out. The newest reading before
 * the end of the range is always the last one.
 */
export async function listProvingReadings(
  ctx: TeamCtx,
  walletId: string,
  range: { readonly from: Date; readonly to: Date },
): Promise<ReadingView[]> {
  const [before, within, last] = await Promise.all([
    readLatest(ctx.db, ctx.team.id, walletId, range.from),
    selectProving(ctx.db, { teamId: ctx.team.id, walletId }, range),
    selectLatestReading(ctx.db, ctx.team.id, walletId, range.to),
  ])
  const rows = [...earlierOf(before), ...within]
  const isThere = last === null || rows.some(({ id }) => id === last.id)
  return (isThere ? rows : [...rows, last]).map(toReading)
}

/** Returns the last clean reading before a range and the last one, each once. */
const earlierOf = (before: Awaited<ReturnType<typeof readLatest>>): StoredReading[] =>
  before === null
    ? []
    : [...(before.clean && before.clean.id !== before.last.id ? [before.clean] : []), before.last]

/** Converts a stored reading, with everything that shows how reliable it is. */
export const toReading = (row: StoredReading): ReadingView => ({
  id: row.id,
  ...pointOf(row),
  byOperation: readSums(row.byOperation),
  expiringNano: row.expiringNano === null ? null : BigInt(row.expiringNano),
  askedAt: momentOf(row.askedAt),
  at: momentOf(row.at),
})

/**
 * Returns a wallet's highest balance since a moment, by the readings since and the last one before; 0 if there is
 * none.
 */
export async function highestBalance(ctx: TeamCtx, walletId: string, since: Date): Promise<Nano> {
  const [before, within] = await Promise.all([
    selectLatestReading(ctx.db, ctx.team.id, walletId, since),
    selectHighestSince(ctx.db, ctx.team.id, walletId, since),
  ])
  const [first, most] = [before?.balanceNano ?? 0n, within ?? 0n]
  return first > most ? first : most
}

/** Reads sums that `writeSums` wrote. Checks them by hand, because a wallet has tens of thousands. */
function readSums(text: string): SettledByOperation {
  const stored: Record<OperationName, Record<keyof CountedSum, unknown>> = JSON.parse(text)
  const sums: Record<OperationName, CountedSum> = {}
  for (const [operation, sum] of operationEntries(stored)) {
    sums[operation] = {
      pages: Number(sum.pages),
      items: Number(sum.items),
      chargeNano: BigInt(String(sum.chargeNano)),
      unpricedItems: Number(sum.unpricedItems),
      units: BigInt(String(sum.units ?? Number(sum.items) - Number(sum.unpricedItems))),
    }
  }
  return sums
}

const writeSums = (sums: SettledByOperation): string =>
  JSON.stringify(sums, (_, value) => (typeof value === 'bigint' ? value.toString() : value))

/** Writes an event if a reading differs from the previous one, in the reading's transaction. */
async function tellBalance(
  tx: Tx,
  ctx: TeamCtx,
  walletId: string,
  {
    before,
    balanceNano,
    at,
  }: { readonly before: Nano | null; readonly balanceNano: Nano; readonly at: Date },
): Promise<void> {
  // Examples are made up, so nobody is notified.
  if (before === balanceNano || ctx.team.isExample) return
  const teamId = ctx.team.id
  const wallet = await selectWallet(tx, teamId, walletId)
  await writeEvents(tx, [
    {
      ...{ teamId, at, kind: 'balance.changed' },
      data: {
        ...{ walletId, walletName: wallet?.name ?? '', balance: nanoToText(balanceNano) },
        before: before === null ? null : nanoToText(before),
      },
    },
  ])
}
