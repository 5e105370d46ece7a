import { conflict } from '@/lib/kernel'
import { type CountedOpened, countOpened, selectFirstOpenedSince, sumOpened } from '@/lib/money/ledger'
import { DAY_MS, periodOf } from '@/lib/platform/calendar'
import { type Db, lock, type Tx } from '@/lib/platform/db'
import { type Counting, filterOf } from './counting'
import { budgetLock } from './lock-name'
import { period, scope, unit } from './schemas'
import { type BudgetRow, type PeriodFigures, replacePeriods, selectBudgets } from './store'

/**
 * The last moments of a period are counted under the lock: an attempt is written some milliseconds after the moment that
 * it names, and clocks of two machines differ.
 */
const LAST_MS = 60_000

/**
 * A clock may be set back, and buys in a period that is over: each one of so long ago is counted too. It would begin at 0
 * otherwise.
 */
const BACK_MS = DAY_MS

/** So many counts run side by side: each is a long read, and others want to read too. */
const AT_ONCE = 2

/** What a budget counts, in which time zone. */
export interface Counted extends Pick<BudgetRow, 'scope' | 'scopeId' | 'period'> {
  readonly teamId: string
}

/** Counts of budgets' periods by what they count; see `countAhead`. */
export type AheadCounts = ReadonlyMap<string, CountedOpened>

/**
 * Counts the current periods of budgets, and those that ended of late, without a lock, so that nobody waits however long
 * the history is. `recount` then reads only what has changed since.
 */
export async function countAhead(
  db: Db,
  budgets: readonly Counted[],
  at: Date,
  timeZone: string,
): Promise<AheadCounts> {
  const asked = new Map<string, () => Promise<CountedOpened>>()
  for (const budget of budgets)
    for (const span of [...spansBefore(budget, at, timeZone), spanOf(budget, at, timeZone)]) {
      const { startsAt, endsAt } = span
      const over = Math.max(startsAt.getTime(), at.getTime() - LAST_MS)
      const until = new Date(Math.min(over, endsAt?.getTime() ?? over))
      const filter = filterOf(countingOf(budget))
      asked.set(nameOf(budget, span), () => countOpened(db, budget.teamId, filter, { startsAt, until }))
    }
  const counts = new Map<string, CountedOpened>()
  const waiting = asked.entries()
  const countOn = async () => {
    for (const [name, count] of waiting) counts.set(name, await count())
  }
  await Promise.all(Array.from({ length: AT_ONCE }, countOn))
  return counts
}

/** Thrown by `recount` where the period was not counted ahead: another one has begun, or the time zone has changed. */
class NotCounted extends Error {}

/** Counts ahead and then writes; again where what was counted is no longer what is asked for. */
export async function withCounts<T>(
  count: () => Promise<AheadCounts>,
  write: (counts: AheadCounts) => Promise<T>,
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
 * Counts a budget's current period from the ledger: when the budget is made, and after a change of the time zone.
 * Nobody reserves meanwhile; periods that ended long ago are forgotten. Later periods are counted too, where a clock that
 * was ahead has bought in them: they would begin at 0 otherwise.
 */
export async function recount(
  tx: Tx,
  budget: BudgetRow,
  at: Date,
  timeZone: string,
  counts: AheadCounts,
): Promise<void> {
  const { teamId, id: budgetId } = budget
  await lock(tx, budgetLock(teamId), 'exclusive')
  const countedOf = (span: BudgetSpan): CountedOpened => {
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
    const opensAt = await selectFirstOpenedSince(tx, teamId, endsAt)
    if (opensAt === null) break
    const later = spanOf(budget, opensAt, timeZone)
    periods.push(await figuresOf(tx, budget, later, nothingOf(later)))
    endsAt = later.endsAt
  }
  await replacePeriods(tx, { teamId, budgetId }, periods)
}

/** Counts one period from the ledger; `counted` is what was counted of it ahead. */
async function figuresOf(
  tx: Tx,
  budget: BudgetRow,
  { startsAt, endsAt }: BudgetSpan,
  counted: CountedOpened,
): Promise<PeriodFigures> {
  const isOver = endsAt !== null && counted.until >= endsAt && counted.pending.length === 0
  const opened = isOver
    ? { ...counted, pending: [] }
    : await sumOpened(tx, budget.teamId, filterOf(countingOf(budget)), counted, endsAt)
  const inItems = unit.parse(budget.unit) === 'items'
  const holds = opened.pending.map(({ attemptId, reservedItems, reservedNano }) => ({
    attemptId,
    amount: inItems ? BigInt(reservedItems) : (reservedNano ?? 0n),
  }))
  return { startsAt, settled: inItems ? BigInt(opened.items) : opened.chargeNano, holds }
}

/** What lies ahead of the clock is not counted ahead: most times it is nothing, and never more than a wrong clock bought. */
const nothingOf = ({ startsAt }: BudgetSpan): CountedOpened => ({
  startsAt,
  until: startsAt,
  items: 0,
  chargeNano: 0n,
  pending: [],
})

/** The budgets whose periods depend on the time zone: all but those that never begin again. */
export const zonedBudgets = async (db: Db | Tx, teamId: string): Promise<BudgetRow[]> =>
  (await selectBudgets(db, teamId)).filter((budget) => budget.period !== 'total')

/** Recounts the budgets of a team after a change of its time zone. In the transaction that changes it. */
export async function recountBudgets(
  tx: Tx,
  teamId: string,
  at: Date,
  timeZone: string,
  counts: AheadCounts,
): Promise<void> {
  const budgets = await zonedBudgets(tx, teamId)
  // Together: nobody of the team can buy meanwhile.
  await Promise.all(budgets.map((budget) => recount(tx, budget, at, timeZone, counts)))
}

type BudgetSpan = ReturnType<typeof periodOf>

const spanOf = (budget: Counted, at: Date, timeZone: string): BudgetSpan =>
  periodOf(at, period.parse(budget.period), timeZone)

const countingOf = (budget: Counted): Counting => ({
  scope: scope.parse(budget.scope),
  scopeId: budget.scopeId,
})

/** The periods of a budget that ended of late, newest first. */
function spansBefore(budget: Counted, at: Date, timeZone: string): BudgetSpan[] {
  const spans: BudgetSpan[] = []
  let { startsAt } = spanOf(budget, at, timeZone)
  while (startsAt.getTime() > at.getTime() - BACK_MS) {
    const before = spanOf(budget, new Date(startsAt.getTime() - 1), timeZone)
    spans.push(before)
    startsAt = before.startsAt
  }
  return spans
}

const nameOf = ({ scope, scopeId }: Counted, { startsAt, endsAt }: BudgetSpan) =>
  `${scope} ${scopeId} ${startsAt.getTime()} ${endsAt?.getTime()}`
