import { conflict } from '@/lib/kernel'
import {
  countOpenedAttempts,
  type OpenedAttemptCount,
  selectFirstAttemptOpenedSince,
  sumOpenedAttempts,
} from '@/lib/money/ledger'
import { DAY_MS, periodContaining } from '@/lib/platform/calendar'
import { acquireLock, type Db, type Tx } from '@/lib/platform/db'
import { type BudgetScope, toAttemptFilter } from './reserve'
import { budgetPeriodSchema, budgetUnitSchema, scopeSchema } from './schemas'
import {
  type BudgetRow,
  budgetLockName,
  type PeriodFigures,
  replaceBudgetPeriods,
  selectBudgets,
} from './store'

/**
 * Length of the end of a span that is counted under the lock: an attempt is written some milliseconds after the moment
 * that it states, and the clocks of two machines differ.
 */
const LAST_MS = 60_000

/**
 * Age up to which past periods are counted, too. A clock that was set back may buy in such a period, which would
 * otherwise begin at 0.
 */
const BACK_MS = DAY_MS

/** Number of counts that run side by side. Each is a long read, and others want to read, too. */
const AT_ONCE = 2

/** The scope and the period of a budget. */
export interface CountedPeriod extends Pick<BudgetRow, 'scope' | 'scopeId' | 'period'> {
  readonly teamId: string
}

/** Counts of budgets' periods, by scope and period; see `countInAdvance`. */
export type AdvanceCounts = ReadonlyMap<string, OpenedAttemptCount>

/**
 * Counts the current and recently ended periods of budgets without a lock, so that nobody waits however long the
 * history is. `recount` then reads only what has changed since.
 */
export async function countInAdvance(
  db: Db,
  budgets: readonly CountedPeriod[],
  at: Date,
  timeZone: string,
): Promise<AdvanceCounts> {
  const asked = new Map<string, () => Promise<OpenedAttemptCount>>()
  for (const budget of budgets)
    for (const span of [...spansBefore(budget, at, timeZone), spanOf(budget, at, timeZone)]) {
      const { startsAt, endsAt } = span
      const over = Math.max(startsAt.getTime(), at.getTime() - LAST_MS)
      const until = new Date(Math.min(over, endsAt?.getTime() ?? over))
      const filter = toAttemptFilter(countingOf(budget))
      asked.set(nameOf(budget, span), () =>
        countOpenedAttempts(db, budget.teamId, filter, { startsAt, until }),
      )
    }
  const counts = new Map<string, OpenedAttemptCount>()
  const waiting = asked.entries()
  const countOn = async () => {
    for (const [name, count] of waiting) counts.set(name, await count())
  }
  await Promise.all(Array.from({ length: AT_ONCE }, countOn))
  return counts
}

/**
 * Thrown by `recount` if the period was not counted ahead, because another one has begun or the time zone has changed.
 */
class NotCounted extends Error {}

/** Counts ahead and then writes. Repeats both if the count no longer fits. */
export async function withAdvanceCounts<T>(
  count: () => Promise<AdvanceCounts>,
  write: (counts: AdvanceCounts) => Promise<T>,
) {
  for (let tries = 0; tries < 5; tries++) {
    try {
      return await write(await count())
    } catch (error) {
      if (!(error instanceof NotCounted)) throw error
    }
  }
  throw conflict('The team or its budgets changed meanwhile. Reload and try again.')
}

/**
 * Counts a budget's current period from the ledger, when the budget is created and after a change of the time zone.
 * Nobody reserves in the meantime. Periods that ended long ago are deleted. Later periods are counted, too, if a clock
 * that was ahead has bought in them; they would otherwise begin at 0.
 */
export async function recountBudget(
  tx: Tx,
  budget: BudgetRow,
  at: Date,
  timeZone: string,
  counts: AdvanceCounts,
): Promise<void> {
  const { teamId, id: budgetId } = budget
  await acquireLock(tx, budgetLockName(teamId), 'exclusive')
  const countedOf = (span: BudgetSpan): OpenedAttemptCount => {
    const counted = counts.get(nameOf(budget, span))
    if (!counted) throw new NotCounted()
    return counted
  }
  const periods: PeriodFigures[] = []
  for (const span of spansBefore(budget, at, timeZone)) {
    const figures = await figuresOf(tx, budget, span, countedOf(span))
    if (figures.settled > 0n || figures.holds.length > 0) periods.push(figures)
  }
  const current = spanOf(budget, at, timeZone)
  periods.push(await figuresOf(tx, budget, current, countedOf(current)))
  for (let { endsAt } = current; endsAt !== null; ) {
    const opensAt = await selectFirstAttemptOpenedSince(tx, teamId, endsAt)
    if (opensAt === null) break
    const later = spanOf(budget, opensAt, timeZone)
    periods.push(await figuresOf(tx, budget, later, nothingOf(later)))
    endsAt = later.endsAt
  }
  await replaceBudgetPeriods(tx, { teamId, budgetId }, periods)
}

/** Counts one period from the ledger. `counted` is what was counted ahead. */
async function figuresOf(
  tx: Tx,
  budget: BudgetRow,
  { startsAt, endsAt }: BudgetSpan,
  counted: OpenedAttemptCount,
): Promise<PeriodFigures> {
  const isOver = endsAt !== null && counted.until >= endsAt && counted.pending.length === 0
  const opened = isOver
    ? { ...counted, pending: [] }
    : await sumOpenedAttempts(tx, budget.teamId, toAttemptFilter(countingOf(budget)), counted, endsAt)
  const inItems = budgetUnitSchema.parse(budget.unit) === 'items'
  const holds = opened.pending.map(({ attemptId, reservedItems, reservedNano }) => ({
    attemptId,
    amount: inItems ? BigInt(reservedItems) : (reservedNano ?? 0n),
  }))
  return { startsAt, settled: inItems ? BigInt(opened.items) : opened.chargeNano, holds }
}

/**
 * Returns an empty count. What lies ahead of the clock is not counted ahead: it is usually nothing, and never more
 * than a wrong clock bought.
 */
const nothingOf = ({ startsAt }: BudgetSpan): OpenedAttemptCount => ({
  startsAt,
  until: startsAt,
  items: 0,
  chargeNano: 0n,
  pending: [],
})

/** Returns the budgets whose periods depend on the time zone: all that begin again. */
export const selectRenewingBudgets = async (db: Db | Tx, teamId: string): Promise<BudgetRow[]> =>
  (await selectBudgets(db, teamId)).filter((budget) => budget.period !== 'total')

/** Recounts a team's budgets after a change of its time zone, in the transaction that changes it. */
export async function recountTeamBudgets(
  tx: Tx,
  teamId: string,
  at: Date,
  timeZone: string,
  counts: AdvanceCounts,
): Promise<void> {
  const budgets = await selectRenewingBudgets(tx, teamId)
  for (const budget of budgets) await recountBudget(tx, budget, at, timeZone, counts)
}

type BudgetSpan = ReturnType<typeof periodContaining>

const spanOf = (budget: CountedPeriod, at: Date, timeZone: string): BudgetSpan =>
  periodContaining(at, budgetPeriodSchema.parse(budget.period), timeZone)

const countingOf = (budget: CountedPeriod): BudgetScope => ({
  scope: scopeSchema.parse(budget.scope),
  scopeId: budget.scopeId,
})

/** Returns the recently ended periods of a budget, newest first. */
function spansBefore(budget: CountedPeriod, at: Date, timeZone: string): BudgetSpan[] {
  const spans: BudgetSpan[] = []
  let { startsAt } = spanOf(budget, at, timeZone)
  while (startsAt.getTime() > at.getTime() - BACK_MS) {
    const before = spanOf(budget, new Date(startsAt.getTime() - 1), timeZone)
    spans.push(before)
    startsAt = before.startsAt
  }
  return spans
}

const nameOf = ({ scope, scopeId }: CountedPeriod, { startsAt, endsAt }: BudgetSpan) =>
  `${scope} ${scopeId} ${startsAt.getTime()} ${endsAt?.getTime()}`
