import { type LostCall, listSettledLines, sumSettledBefore } from '@/lib/money/ledger'
import { getWallet } from '@/lib/money/wallets'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import type { Movement } from './account-for'
import type { CallPart } from './call-parts'
import { inferPrices, type PriceEstimate } from './infer-prices'
import { readCachedHistory } from './kept-histories'
import { selectClosedLines, selectClosedMonth } from './month-store'
import type { StatementSpan } from './months'
import type { PriceShift } from './movements'
import { carryFrom, carryOn, type Statement, writeStatement } from './statement'

/** A half-open period on quarter hours, such as whole days of any zone. */
export interface StatementPeriod extends Partial<Pick<StatementSpan, 'month' | 'monthBefore' | 'lastMonth'>> {
  readonly from: Date
  readonly to: Date
}

/** A month as an admin closed it. */
export interface ClosedStatement {
  readonly statement: Statement
  /** Number of lost calls that were not resolved then. */
  readonly unresolvedCalls: number
  readonly closedByName: string
  readonly closedAt: Date
}

/** Everything known about a wallet's balance in a period. */
export interface WalletReport {
  /** The present statement; null before the first reading. */
  readonly statement: Statement | null
  /** Null if the period is no closed month. */
  readonly closed: ClosedStatement | null
  /** Movements that contain more than our own pages, newest first. */
  readonly events: readonly Movement[]
  /** Moment up to which the period's readings were compared with what was bought; null if no two of them could be. */
  readonly comparedTo: Date | null
  readonly shifts: readonly PriceShift[]
  readonly estimates: readonly PriceEstimate[]
  /** Operations that also cost something per call. They have no estimate. */
  readonly callParts: readonly CallPart[]
  /** Lost calls of the period that are not resolved. */
  readonly open: readonly LostCall[]
}

/** Returns a wallet's statement for a period, with the readings behind it. Throws `not_found`. */
export async function getWalletReport(
  ctx: TeamCtx,
  walletId: string,
  { from, to, month = null, monthBefore = null, lastMonth = null }: StatementPeriod,
): Promise<WalletReport> {
  const wallet = await getWallet(ctx, walletId)
  const [start, end] = [quarterHourOf(from), quarterHourOf(to)]
  const selectClosed = (name: string | null) =>
    name === null ? null : selectClosedMonth(ctx.db, ctx.team.id, walletId, name)
  const [history, pages, before, closed, closedBefore, closedLast] = await Promise.all([
    readCachedHistory(ctx, wallet, from),
    listSettledLines(ctx, walletId, { from: start, to: end }),
    sumSettledBefore(ctx, walletId, start),
    month === null ? null : findClosedStatement(ctx, walletId, month),
    selectClosed(monthBefore),
    // A closed month itself says what changed since.
    selectClosed(month === null ? lastMonth : null),
  ])
  const { anchors, movements, shifts, lost, callParts } = history
  const [first, after] = [from.getTime(), to.getTime()]
  const isWithin = (at: Date) => at.getTime() >= first && at.getTime() < after
  const within = movements.filter(({ to: end }) => isWithin(end))
  const written = writeStatement({
    from,
    to,
    anchors,
    movements,
    pages,
    settledBeforeNano: before.settledNano,
  })
  const carried = written && closedBefore ? carryFrom(written, closedBefore) : written
  return {
    statement: carried && closedLast ? carryOn(carried, closedLast) : carried,
    closed,
    events: within.filter(isEvent).toReversed(),
    comparedTo: within.at(-1)?.to ?? null,
    shifts: shifts.filter(({ since }) => since < to),
    estimates: estimatesBefore(movements, to).filter(
      ({ operation }) => !callParts.some((part) => part.operation === operation),
    ),
    callParts,
    open: lost.filter(({ openedAt, resolution }) => isWithin(openedAt) && resolution === null),
  }
}

/** Returns a month of a wallet as it was closed; null if it is not. */
async function findClosedStatement(
  { db, team }: TeamCtx,
  walletId: string,
  month: string,
): Promise<ClosedStatement | null> {
  const [row, lines] = await Promise.all([
    selectClosedMonth(db, team.id, walletId, month),
    selectClosedLines(db, team.id, walletId, month),
  ])
  if (!row) return null
  const pages = lines
    .filter(({ operation }) => operation !== '')
    .map((line) => ({ ...line, items: Number(line.items) }))
  const lost = lines.filter(({ operation }) => operation === '')
  const { unresolvedCalls, closedByName, closedAt } = row
  const statement = {
    ...row,
    pages,
    pagesNano: pages.reduce((sum, { chargeNano }) => sum + chargeNano, 0n),
    resolvedByEnvironment: Object.fromEntries(
      lost.map(({ environmentId, chargeNano }) => [environmentId, chargeNano]),
    ),
  }
  return { statement, unresolvedCalls, closedByName, closedAt }
}

/** Last estimates inferred from the movements of a cached history, which are the same for every reader. */
const inferred = new WeakMap<
  readonly Movement[],
  { readonly to: number; readonly estimates: PriceEstimate[] }
>()

function estimatesBefore(movements: readonly Movement[], to: Date): readonly PriceEstimate[] {
  const known = inferred.get(movements)
  if (known?.to === to.getTime()) return known.estimates
  const estimates = inferPrices(movements.filter((movement) => movement.to < to))
  inferred.set(movements, { to: to.getTime(), estimates })
  return estimates
}

const isEvent = (movement: Movement): boolean =>
  movement.topUpNano > 0n ||
  movement.expiredNano > 0n ||
  movement.outsideNano > 0n ||
  movement.unexplainedNano > 0n ||
  movement.lostNano > 0n ||
  movement.resolvedNano > 0n
