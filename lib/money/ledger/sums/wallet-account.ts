import type { Nano, OperationName } from '@/lib/kernel'
import { quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import {
  countOpenAttempts,
  selectWalletOpenAttempts,
  selectWalletUnknownAttempts,
} from '../core/attempt-store'
import { selectLastChargedAt, selectLastEntryAt, selectWalletEndedAttempts } from '../core/entry-store'
import { hasRollupSince, selectLastQuarterHour } from '../core/rollup-store'
import type { QuarterHourRange, SettledByOperation, SettledSum } from '../core/schemas'
import { splitLineMember } from '../days/day-groupings'
import { sumRollups } from './sum-rollups'
import { selectSettledByOperation } from './totals-store'

/** A wallet's account at a moment: settlements, and calls that may be charged but are not booked. */
export interface WalletAccount {
  readonly byOperation: SettledByOperation
  readonly underWay: number
  /** Maximum cost of these calls; null if no price is known. */
  readonly underWayNano: Nano | null
  /**
   * Milliseconds between the end of the last call that may have been charged and the question. Null if longer than
   * `MAX_SETTLING_MS`.
   */
  readonly quietMs: number | null
}

/** Maximum time after an answer until its charge shows. */
export const MAX_SETTLING_MS = 900_000

/**
 * Returns a wallet's account at the moment of a balance that was requested at `askedAt`. Calls that were under way at
 * any time since then count as under way, because the balance may or may not include their charge.
 */
export async function readWalletAccount(
  tx: Tx,
  teamId: string,
  walletId: string,
  askedAt: Date,
): Promise<WalletAccount> {
  // Read before and after the sums, so that one of the two sees a settlement committed in between.
  const underWay = async () => [
    ...(await selectWalletOpenAttempts(tx, teamId, walletId)),
    ...(await selectWalletEndedAttempts(tx, teamId, walletId, askedAt)),
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

/**
 * Returns when the last call before a moment ended that may have been charged. Null if that is longer ago than
 * `MAX_SETTLING_MS`.
 */
async function selectChargedUntil(
  tx: Tx,
  teamId: string,
  walletId: string,
  until: Date,
): Promise<Date | null> {
  const since = new Date(until.getTime() - MAX_SETTLING_MS)
  // The rollups show whether to look at all, because reading the entries of busier wallets takes long.
  if (!(await hasRollupSince(tx, teamId, walletId, quarterHourOf(since)))) return null
  return selectLastChargedAt(tx, teamId, walletId, since, until)
}

/** Returns when the last call on a wallet ended, and the number of its calls under way. */
export async function readWalletActivity(
  ctx: TeamCtx,
  walletId: string,
): Promise<{ usedAt: Date | null; open: number }> {
  const [quarterHour, open] = await Promise.all([
    selectLastQuarterHour(ctx.db, ctx.team.id, walletId),
    countOpenAttempts(ctx.db, ctx.team.id, walletId),
  ])
  if (quarterHour === null) return { usedAt: null, open }
  // The rollups show where to look. Searching all entries would read those of busier wallets.
  const [from, to] = [startOfQuarterHour(quarterHour), startOfQuarterHour(quarterHour + 1)]
  const lastAt = await selectLastEntryAt(ctx.db, ctx.team.id, walletId, { from, to })
  // Details of calls may have been deleted. The quarter hour is known nevertheless.
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
  /** Maximum number of tariff units that it was charged. */
  readonly maxUnits: number
  readonly maxNano: Nano | null
  /** The unit of the tariff in force when the call was opened: the price of an item if only items are charged. */
  readonly priceNano: Nano | null
  readonly resolution: LostResolution | null
}

export interface LostResolution {
  readonly isCharged: boolean
  readonly chargeNano: Nano | null
  readonly at: Date
}

/** Returns the lost calls on a wallet that were opened since a moment and, if given, before another, oldest first. */
export async function listLostCalls(
  ctx: TeamCtx,
  walletId: string,
  since: Date,
  before?: Date,
): Promise<LostCall[]> {
  const opened = { gte: since, ...(before && { lt: before }) }
  const rows = await selectWalletUnknownAttempts(ctx.db, ctx.team.id, walletId, opened)
  return rows.map((row) => ({
    attemptId: row.id,
    operation: row.operation,
    environmentId: row.environmentId,
    openedAt: row.openedAt,
    endedAt: row.entry?.at ?? row.openedAt,
    maxItems: row.reservedItems,
    maxUnits: maxUnitsOf(row),
    maxNano: row.reservedNano,
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

/** Returns the settlements on a wallet within a half-open range of quarter hours. */
export async function listSettledLines(
  ctx: TeamCtx,
  walletId: string,
  quarterHours: QuarterHourRange,
): Promise<SettledLine[]> {
  const sums = await sumRollups(ctx, [quarterHours], 'line', { walletId })
  return sums.map(({ member, pages, items, chargeNano, unpricedItems }) => ({
    walletId,
    ...splitLineMember(member),
    pages,
    items,
    chargeNano,
    unpricedItems,
  }))
}

interface ReservedCall {
  readonly reservedItems: number
  readonly reservedNano: Nano | null
  readonly priceNano: Nano | null
}

/** Returns the maximum number of tariff units that a call was charged: its items if only items are charged. */
const maxUnitsOf = ({ reservedItems, reservedNano, priceNano }: ReservedCall): number =>
  priceNano === null || priceNano === 0n || reservedNano === null
    ? reservedItems
    : Number(reservedNano / priceNano)
