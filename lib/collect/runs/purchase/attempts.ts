import {
  chargeUnit,
  maxChargeForPage,
  type OperationName,
  type ProviderPrices,
  type Tariff,
  zipExact,
} from '@/lib/kernel'
import { lockBudgetsInForce, readLockedHolds, releaseHolds, reserveFromBudgets } from '@/lib/money/budgets'
import { freeAttempt, loseAttempt, openAttempts } from '@/lib/money/ledger'
import { findReservationTariffs } from '@/lib/money/prices'
import { type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { type Answer, listFormOf, type PageOutline, type PageRequest } from '@/lib/upstream/client'
import { listHash, type PageHabit, providerPrices, readPageHabits } from '@/lib/upstream/providers'
import type { PageProblem } from '../core/page-problem'
import type { DeliveredPage, PageOrder } from './page-order'

/** An order, regardless of how its page arrives. */
export type AnyOrder = PageOrder<PageOutline>

/** A try of an order, with the id of its attempt on the ledger. */
export interface OrderAttempt {
  readonly attemptId: string
  readonly order: AnyOrder
}

/**
 * Records tries of a team's orders on the ledger, each with its reservation, and holds that against every budget that
 * counts it. Throws `BudgetStopError`, after which the transaction must roll back.
 */
export async function openAttemptsWithHolds(
  tx: Tx,
  ctx: TeamCtx,
  instanceId: string,
  tries: readonly OrderAttempt[],
): Promise<void> {
  const [teamId, openedAt] = [ctx.team.id, ctx.clock.now()]
  const priceOf = memoisePriceLookup((operation, walletId, provider) =>
    findReservationTariffs(tx, { teamId, operation, at: openedAt, provider, walletId }),
  )
  const asked = tries.map((each) => ({ ...each, place: placeAsked(each.order) }))
  const places = new Set(asked.flatMap(({ place }) => place ?? []))
  // First, so that nobody waits for the budgets while holding rows that others need.
  const budgets = await lockBudgetsInForce(tx, teamId)
  const habits = await readPageHabits(tx, teamId, [...places])
  const prices = await Promise.all(
    tries.map(({ order: { attribution, upstream } }) =>
      priceOf(attribution.operation, attribution.walletId, providerPrices(upstream.provider)),
    ),
  )
  const opened = zipExact(asked, prices).map(([{ attemptId, order, place }, { tariff, dearest }]) => {
    const { attribution, pageNumber, other } = order
    const habit = habits.get(place ?? '') ?? NO_HABIT
    const items = other ? Math.max(other.heldItems, habit.largest) : mayBring(order, habit)
    const nano = dearest && maxChargeForPage(dearest, other ? Math.max(other.maxItems, items) : items)
    const reservation = { items, nano, priceNano: tariff && chargeUnit(tariff) }
    const attempt = { id: attemptId, teamId, instanceId, openedAt, pageNumber, ...attribution, reservation }
    return { attempt, need: { attemptId, attribution, ...reservation } }
  })
  const attempts = opened.map(({ attempt }) => attempt)
  const needs = opened.map(({ need }) => need)
  await openAttempts(tx, attempts)
  await reserveFromBudgets(tx, ctx, openedAt, needs, budgets)
}

/**
 * Returns the list that an order asks for a page of, if it matters what that list sent before: for a small page, and
 * for a caller of the gateway. Null for others, and for a list that is only being tried.
 */
function placeAsked({ upstream, request, priority, attribution }: AnyOrder): string | null {
  if (upstream.isTrial) return null
  if (!request) return priority === 'gateway' ? listHash(upstream, attribution.operation) : null
  const { name, maximum } = listFormOf(upstream.provider, request.operation).count
  const isSmall = name !== null && request.count !== undefined && request.count < maximum
  return isSmall || priority === 'gateway' ? listHash(upstream, request.operation) : null
}

/**
 * Returns the maximum number of items that an order may return. That is a whole page, since `count` is only a hint, or
 * the count if the upstream was seen to keep to it. A caller of the gateway may ask for more by a parameter that the
 * provider does not describe. The limit is then the largest page that the list has ever returned.
 */
function mayBring(
  order: AnyOrder & { readonly request: PageRequest },
  { keptFrom, largest }: PageHabit,
): number {
  const { name, floor, maximum } = listFormOf(order.upstream.provider, order.request.operation).count
  const count = order.request.count ?? maximum
  const isKept = name !== null && keptFrom !== null && count >= keptFrom && count < maximum
  if (isKept) return Math.max(floor, count)
  return Math.max(maximum, count, order.priority === 'gateway' ? largest : 0)
}

const NO_HABIT: PageHabit = { keptFrom: null, largest: 0 }

/** Timing of a try without a page, in milliseconds; nulls if it was never sent. */
export interface AttemptTiming {
  readonly httpStatus: Answer<unknown>['httpStatus']
  readonly latencyMs: number | null
  readonly waitedMs: number | null
}

/** A try that returned no page. */
export interface FailedOrderAttempt {
  readonly attemptId: string
  readonly problem: PageProblem
  readonly timing: AttemptTiming
}

export const NEVER_SENT_TIMING: AttemptTiming = { httpStatus: null, latencyMs: null, waitedMs: null }

/** Problem of a try that a failure of our own ended before anything was sent. */
export const FAILED_BEFORE_CALL_PROBLEM: PageProblem = {
  kind: 'stopping',
  charged: 'no',
  message: 'The call was never sent: Purser failed before it, most likely for want of its database.',
}

/** Ends a try without a page: free if certainly nothing was charged, else unknown, and its holds stay. */
export async function endFailedAttempt(
  tx: Tx,
  ctx: TeamCtx,
  attemptId: string,
  problem: PageProblem,
  travel: AttemptTiming,
): Promise<void> {
  const ending = { teamId: ctx.team.id, attemptId, at: ctx.clock.now() }
  const miss = { reason: problem.message, ...travel }
  if (problem.charged !== 'no') return loseAttempt(tx, ending, miss)
  const holds = await readLockedHolds(tx, ctx.team.id, [attemptId])
  await freeAttempt(tx, ending, miss)
  await releaseHolds(tx, ctx.team.id, holds)
}

/** Ends an order without a page. If nothing was charged, its sequence number can be used again. */
export const endFailedOrder = (
  ctx: TeamCtx,
  order: AnyOrder,
  { attemptId, problem, timing }: FailedOrderAttempt,
): Promise<void> =>
  transaction(ctx.db, async (tx) => {
    await endFailedAttempt(tx, ctx, attemptId, problem, timing)
    if (problem.charged === 'no') await order.giveBack(tx)
  })

/**
 * Records that a page arrived and could not be booked. Its cost counts as unknown immediately, not only after a
 * restart. A rehearsal writes that and rolls it back.
 */
export async function recordDeliveredPageLost(
  ctx: TeamCtx,
  { attemptId, httpStatus, latencyMs, waitedMs }: DeliveredPage<PageOutline>,
  isRehearsal: boolean,
): Promise<void> {
  const reason = 'The page arrived, but it could not be stored.'
  const miss = { reason, httpStatus, latencyMs, waitedMs }
  try {
    await transaction(ctx.db, async (tx) => {
      await loseAttempt(tx, { teamId: ctx.team.id, attemptId, at: ctx.clock.now() }, miss)
      if (isRehearsal) throw new Rehearsed()
    })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
  }
}

/** Rolls a rehearsal back. */
class Rehearsed extends Error {
  override readonly name = 'Rehearsed'
}

/**
 * Asks for a price once per operation, wallet and provider, however many calls of a group share it. Providers differ:
 * a test of one may share a group with runs by another.
 */
export function memoisePriceLookup<Price>(
  ask: (operation: OperationName, walletId: string, provider: ProviderPrices) => Promise<Price>,
): (operation: OperationName, walletId: string, provider: ProviderPrices) => Promise<Price> {
  const prices = new Map<string, Promise<Price>>()
  return (operation, walletId, provider) => {
    const name = `${operation} ${walletId} ${nameOf(provider[operation] ?? null)}`
    const price = prices.get(name) ?? ask(operation, walletId, provider)
    prices.set(name, price)
    return price
  }
}

/** Names a tariff by its content, because two providers may state the same one in different objects. */
const nameOf = (tariff: Tariff | null): string =>
  JSON.stringify(tariff, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
