import type { Nano, OperationName } from '@/lib/kernel'
import { quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import { countOpen, selectOpenOfWallet, selectUnknownOfWallet } from '../core/attempt-store'
import { selectEndedOfWallet, selectLastChargedAt, selectLastEntryAt } from '../core/entry-store'
import { hasRollupSince, selectLastQuarterHour } from '../core/rollup-sums'
import type { QuarterHourRange, SettledByOperation, SettledSum } from '../core/schemas'
import { partsOfLine } from '../days/day-groupings'
import { sumRollups } from './sum-rollups'
import { selectSettledByOperation } from './totals-store'

/** A wallet's account at a moment: settlements, and calls that may be charged but are not booked. */
export interface WalletAccount {
  readonly byOperation: SettledByOperation
  readonly underWay: number
  /** The most that these can cost; null if no price is known. */
  readonly underWayNano: Nano | null
  /** How long before the question the last call ended that may have been charged; null if longer than `MAX_SETTLING_MS`. */
  readonly quietMs: number | null
}

/** No charge is taken to show later than this after its answer. */
export const MAX_SETTLING_MS = 900_000

/**
 * A wallet's account at the moment of a balance that was requested at `askedAt`. Calls that were under way at any time
 * since then count as under way: the balance may or may not hold their charge.
 */
export async function readWalletAccount(
  tx: Tx,
  teamId: string,
  walletId: string,
  askedAt: Date,
): Promise<WalletAccount> {
  // Before the sums and after them: a settlement committed in between is seen by one of the two.
  const underWay = async () => [
    ...(await selectOpenOfWallet(tx, teamId, walletId)),
    ...(await selectEndedOfWallet(tx, teamId, walletId, askedAt)),
  ]
  const before = await underWay()
  const byOperation = await selectSettledByOperation(tx, teamId, walletId)
  const after = await underWay()
  const calls = new Map([...before, ...after].map(({ id, reservedNano }) => [id, reservedNano]))
  let underWayNano: Nano | null = 0n
  for (const nano of calls.values())
    underWayNano = underWayNano === null || nano === null ? null : underWayNano + nano
  const endedAt = await selectChargedUntil(tx, teamId, walletId, askedAt)
  const quietMs = endedAt === null ? null : askedAt.getTime() - endedAt.getTime()
  return { byOperation, underWay: calls.size, underWayNano, quietMs }
}

/** When the last call before a moment ended that may have been charged; null if that is long ago. */
async function selectChargedUntil(
  tx: Tx,
  teamId: string,
  walletId: string,
  until: Date,
): Promise<Date | null> {
  const since = new Date(until.getTime() - MAX_SETTLING_MS)
  // The rollups say whether to look at all: going through the entries of busier wallets takes long.
  if (!(await hasRollupSince(tx, teamId, walletId, quarterHourOf(since)))) return null
  return selectLastChargedAt(tx, teamId, walletId, since, until)
}

/** When the last call on a wallet ended, and how many of its calls are under way. */
export async function readWalletUse(
  ctx: TeamCtx,
  walletId: string,
): Promise<{ usedAt: Date | null; open: number }> {
  const [quarterHour, open] = await Promise.all([
    selectLastQuarterHour(ctx.db, ctx.team.id, walletId),
    countOpen(ctx.db, ctx.team.id, walletId),
  ])
  if (quarterHour === null) return { usedAt: null, open }
  // The rollups say where to look: searching all entries would go through those of busier wallets.
  const [from, to] = [startOfQuarterHour(quarterHour), startOfQuarterHour(quarterHour + 1)]
  const lastAt = await selectLastEntryAt(ctx.db, ctx.team.id, walletId, { from, to })
  // Details of calls may have left: the quarter hour is known all the same.
  return { usedAt: lastAt ?? from, open }
}

/** A call on a wallet whose answer was lost. */
export interface LostCall {
  readonly attemptId: string
  readonly operation: OperationName
  readonly environmentId: string
  readonly openedAt: Date
  readonly endedAt: Date
  readonly maxItems: number
  /** How many units of its tariff it was charged at most. */
  readonly maxUnits: number
  readonly mostNano: Nano | null
  /** The tariff's unit, as it was in force when the call was opened: the price of an item, where items alone are charged. */
  readonly priceNano: Nano | null
  readonly resolution: LostResolution | null
}

export interface LostResolution {
  readonly isCharged: boolean
  readonly chargeNano: Nano | null
  readonly at: Date
}

/** The calls on a wallet whose answer was lost, opened since a moment, and before another if one is given, oldest first. */
export async function listLostCalls(
  ctx: TeamCtx,
  walletId: string,
  since: Date,
  before?: Date,
): Promise<LostCall[]> {
  const opened = { gte: since, ...(before && { lt: before }) }
  const rows = await selectUnknownOfWallet(ctx.db, ctx.team.id, walletId, opened)
  return rows.map((row) => ({
    attemptId: row.id,
    operation: row.operation,
    environmentId: row.environmentId,
    openedAt: row.openedAt,
    endedAt: row.entry?.at ?? row.openedAt,
    maxItems: row.reservedItems,
    maxUnits: maxUnitsOf(row),
    mostNano: row.reservedNano,
    priceNano: row.priceNano,
    resolution: row.resolution && {
      isCharged: row.resolution.finding === 'charged',
      chargeNano: row.resolution.chargeNano,
      at: row.resolution.at,
    },
  }))
}

/** Settlements within quarter hours, per wallet, environment and operation. */
export interface SettledLine extends SettledSum {
  readonly walletId: string
  readonly environmentId: string
  readonly operation: OperationName
}

/** Settlements on a wallet within a half-open range of quarter hours. */
export async function listSettled(
  ctx: TeamCtx,
  walletId: string,
  quarterHours: QuarterHourRange,
): Promise<SettledLine[]> {
  const sums = await sumRollups(ctx, [quarterHours], 'line', { walletId })
  return sums.map(({ member, pages, items, chargeNano, unpricedItems }) => ({
    ...{ walletId, ...partsOfLine(member) },
    ...{ pages, items, chargeNano, unpricedItems },
  }))
}

interface ReservedCall {
  readonly reservedItems: number
  readonly reservedNano: Nano | null
  readonly priceNano: Nano | null
}

/** How many units of its tariff a call was charged at most: its items, where items alone are charged. */
const maxUnitsOf = ({ reservedItems, reservedNano, priceNano }: ReservedCall): number =>
  priceNano === null || priceNano === 0n || reservedNano === null
    ? reservedItems
    : Number(reservedNano / priceNano)
