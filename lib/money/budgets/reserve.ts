import type { Nano } from '@/lib/kernel'
import type { AttemptFilter, Attribution } from '@/lib/money/ledger'
import { periodContaining } from '@/lib/platform/calendar'
import { acquireLock, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { listAdminNames, readTimeZone } from '@/lib/teams/teams'
import { BudgetStopError } from './budget-stop'
import { budgetPeriodSchema, budgetUnitSchema, type Scope, scopeSchema } from './schemas'
import {
  type BudgetRow,
  budgetLockName,
  ensurePeriod,
  type HoldRow,
  insertHolds,
  reserveInPeriod,
  selectBudgets,
  selectHolds,
  selectPeriods,
  sumGrantedRaises,
} from './store'

export interface ReservationRequest {
  readonly attemptId: string
  readonly attribution: Attribution
  /** The largest possible page. */
  readonly items: number
  /** Maximum cost; null while no price is known. */
  readonly nano: Nano | null
}

/** Returns a team's budgets in force, which stay as they are until the transaction ends. */
export async function lockBudgetsInForce(tx: Tx, teamId: string): Promise<BudgetRow[]> {
  await acquireLock(tx, budgetLockName(teamId), 'shared')
  return selectBudgets(tx, teamId)
}

/**
 * Holds the largest possible pages against each of the `budgets` in force that counts them, in the transaction that
 * opens the attempts. Throws `BudgetStop`, with what all budgets refuse, if a stopping budget could be exceeded. Then
 * the transaction must roll back.
 */
export async function reserveFromBudgets(
  tx: Tx,
  ctx: TeamCtx,
  openedAt: Date,
  needs: readonly ReservationRequest[],
  budgets: readonly BudgetRow[],
): Promise<void> {
  const teamId = ctx.team.id
  const counting = budgets.flatMap((budget) => {
    const counts = { ...budget, scope: scopeSchema.parse(budget.scope) }
    const own = needs.filter(({ attribution }) => budgetCountsCall(counts, { teamId, ...attribution }))
    return own.length > 0 ? [{ budget, own }] : []
  })
  if (counting.length === 0) return
  const stopping = counting.flatMap(({ budget: { id, stops } }) => (stops ? [id] : []))
  const granted = await sumGrantedRaises(tx, teamId, stopping, openedAt)
  // Read again, because the context's zone may be outdated and all calls must count in the same days.
  const timeZone = await readTimeZone(tx, teamId)
  const holds: HoldRow[] = []
  const stops: BudgetStopError[] = []
  for (const { budget, own } of counting) {
    const max = budget.stops ? budget.amount + (granted.get(budget.id) ?? 0n) : null
    try {
      holds.push(...(await holdAgainst(tx, budget, { teamId, openedAt, timeZone, max }, own)))
    } catch (error) {
      if (!(error instanceof BudgetStopError)) throw error
      stops.push(error)
    }
  }
  const [first] = stops
  // If several budgets refuse a call, the first one is reported.
  if (first) throw BudgetStopError.of(first, new Map(stops.toReversed().flatMap(({ each }) => [...each])))
  await insertHolds(tx, holds)
}

interface Place {
  readonly teamId: string
  readonly openedAt: Date
  readonly timeZone: string
  /** Null if the budget does not stop. */
  readonly max: bigint | null
}

/** Holds pages against one budget. All go into one statement, because each makes all other calls of the team wait. */
async function holdAgainst(
  tx: Tx,
  budget: BudgetRow,
  { teamId, openedAt, timeZone, max }: Place,
  needs: readonly ReservationRequest[],
) {
  const asked = needs.map((need) => ({ need, amount: amountIn(budget, need) }))
  const unpriced = asked.find(({ amount }) => amount === null)
  if (unpriced && budget.stops) {
    const admins = await listAdminNames(tx, teamId)
    const each = asked.flatMap(({ need: { attemptId, attribution }, amount }) =>
      amount === null
        ? [[attemptId, BudgetStopError.withoutPrice(budget, attribution.operation, admins)] as const]
        : [],
    )
    const { operation } = unpriced.need.attribution
    throw BudgetStopError.of(BudgetStopError.withoutPrice(budget, operation, admins), new Map(each))
  }
  const { startsAt, endsAt } = periodContaining(openedAt, budgetPeriodSchema.parse(budget.period), timeZone)
  const key = { teamId, budgetId: budget.id, startsAt }
  const holds = asked.map(({ need: { attemptId }, amount }) => ({ attemptId, amount: amount ?? 0n, ...key }))
  const sum = holds.reduce((all, { amount }) => all + amount, 0n)
  if (await reserveInPeriod(tx, key, sum, max)) return holds
  // Either it was too much, or this call is the first of its period.
  await ensurePeriod(tx, key)
  if (await reserveInPeriod(tx, key, sum, max)) return holds
  const [now] = await selectPeriods(tx, [key])
  const left = (max ?? 0n) - (now ? now.settled + now.reserved : 0n)
  const admins = await listAdminNames(tx, teamId)
  const stop = (shortage: ReturnType<typeof firstBeyond>) =>
    BudgetStopError.spent(budget, { ...shortage, resetsAt: endsAt, timeZone, admins })
  const each = holds.flatMap(({ attemptId, amount }) =>
    amount > left ? [[attemptId, stop({ left, needed: amount })] as const] : [],
  )
  throw BudgetStopError.of(stop(firstBeyond(holds, left)), new Map(each))
}

/** Returns the first page that does not fit, with what is left for it. */
function firstBeyond(holds: readonly { readonly amount: bigint }[], before: bigint) {
  let left = before
  for (const { amount } of holds) {
    if (amount > left) return { left, needed: amount }
    left -= amount
  }
  return { left, needed: 0n }
}

const amountIn = (budget: BudgetRow, { items, nano }: ReservationRequest): bigint | null =>
  budgetUnitSchema.parse(budget.unit) === 'items' ? BigInt(items) : nano

/** Maximum number of calls in one statement. */
const AT_ONCE = 1000

/**
 * Describes the team's stopping budgets, so that a change is noticed: calls held against earlier ones may exceed
 * these.
 */
export async function describeStoppingBudgets({ db, team }: TeamCtx): Promise<string> {
  const stopping = (await selectBudgets(db, team.id)).filter(({ stops }) => stops)
  return stopping.map(({ id, amount, changedAt }) => `${id} ${amount} ${changedAt.getTime()}`).join('\n')
}

/**
 * Returns the given calls, held and not yet sent, that no longer fit into the budgets in force because a budget
 * was created, lowered or set to stop. Starts with the newest, and returns no more than necessary for the others to
 * fit.
 *
 * Includes calls that were `told` so before and are still held. They make room once they have left.
 */
export const findCallsOverBudget = (
  ctx: TeamCtx,
  waiting: readonly string[],
  told: ReadonlyMap<string, BudgetStopError>,
): Promise<ReadonlyMap<string, BudgetStopError>> =>
  transaction(ctx.db, async (tx) => {
    // Nobody reserves or settles while this lock is held, so sums and holds are of one moment.
    await acquireLock(tx, budgetLockName(ctx.team.id), 'exclusive')
    const teamId = ctx.team.id
    const budgets = (await selectBudgets(tx, teamId)).filter(({ stops }) => stops)
    const ids = budgets.map(({ id }) => id)
    const granted = await sumGrantedRaises(tx, teamId, ids, ctx.clock.now())
    const attemptIds = [...new Set([...waiting, ...told.keys()])]
    const holds: HoldRow[] = []
    for (let at = 0; at < attemptIds.length; at += AT_ONCE)
      holds.push(...(await selectHolds(tx, teamId, attemptIds.slice(at, at + AT_ONCE))))
    const held = new Set(holds.map(({ attemptId }) => attemptId))
    const beyond = new Map([...told].filter(([attemptId]) => held.has(attemptId)))
    for (const budget of budgets) {
      const max = budget.amount + (granted.get(budget.id) ?? 0n)
      for (const own of byPeriod(holds.filter(({ budgetId }) => budgetId === budget.id)))
        await addBeyond(tx, beyond, { budget, max }, own)
    }
    return beyond
  })

/** Adds those of a period's calls for which its budget has no room. */
async function addBeyond(
  tx: Tx,
  beyond: Map<string, BudgetStopError>,
  { budget, max }: { readonly budget: BudgetRow; readonly max: bigint },
  holds: readonly HoldRow[],
): Promise<void> {
  const [first] = holds
  const [now] = first ? await selectPeriods(tx, [first]) : []
  if (!now) return
  const isGoing = ({ attemptId }: HoldRow) => beyond.has(attemptId)
  let over = now.settled + now.reserved - max
  for (const hold of holds.filter(isGoing)) over -= hold.amount
  if (over <= 0n) return
  const { teamId } = budget
  const timeZone = await readTimeZone(tx, teamId)
  const { endsAt: resetsAt } = periodContaining(
    now.startsAt,
    budgetPeriodSchema.parse(budget.period),
    timeZone,
  )
  const admins = await listAdminNames(tx, teamId)
  // Ids grow with time, so this goes from the newest to the oldest.
  for (const { attemptId, amount } of holds.toSorted((a, b) => (a.attemptId < b.attemptId ? 1 : -1))) {
    if (over <= 0n) return
    if (beyond.has(attemptId) || amount === 0n) continue
    const shortage = { left: amount - over, needed: amount, resetsAt, timeZone, admins }
    beyond.set(attemptId, BudgetStopError.spent(budget, shortage))
    over -= amount
  }
}

function byPeriod(holds: readonly HoldRow[]): Iterable<HoldRow[]> {
  const periods = new Map<number, HoldRow[]>()
  for (const hold of holds) {
    const own = periods.get(hold.startsAt.getTime()) ?? []
    own.push(hold)
    periods.set(hold.startsAt.getTime(), own)
  }
  return periods.values()
}

/** A call's attribution, as far as it is known. A missing id matches no budget. */
export type CallSubjects = { readonly teamId: string } & {
  readonly [Column in keyof AttemptFilter]?: string | null | undefined
}

/** The scope of a budget. */
export interface BudgetScope {
  readonly scope: Scope
  readonly scopeId: string
}

/**
 * Filters of the scopes. A budget counts the calls that match its filter; nothing else decides. A team's budget counts
 * all calls.
 */
const FILTERS: Readonly<Record<Exclude<Scope, 'team'>, (id: string) => AttemptFilter>> = {
  wallet: (walletId) => ({ walletId }),
  environment: (environmentId) => ({ environmentId }),
  key: (keyId) => ({ keyId }),
  member: (memberId) => ({ memberId }),
  search: (searchId) => ({ searchId }),
  service: (principalId) => ({ principal: 'service', principalId }),
  token: (principalId) => ({ principal: 'token', principalId }),
}

/** Returns a budget's scope as a filter of its team's attempts. */
export const toAttemptFilter = ({ scope, scopeId }: BudgetScope): AttemptFilter =>
  scope === 'team' ? {} : FILTERS[scope](scopeId)

/** Returns whether a budget counts a call. */
export function budgetCountsCall(counting: BudgetScope, call: CallSubjects): boolean {
  if (counting.scope === 'team') return call.teamId === counting.scopeId
  const given: Readonly<Record<string, string | null | undefined>> = call
  return Object.entries(toAttemptFilter(counting)).every(([name, id]) => given[name] === id)
}
