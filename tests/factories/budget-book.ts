import { type Nano, newId, perItemTariff } from '@/lib/kernel'
import {
  BudgetStopError,
  lockBudgetsInForce,
  readLockedHolds,
  releaseHolds,
  reserveFromBudgets,
  settleHolds,
} from '@/lib/money/budgets'
import { type Attribution, freeAttempt, loseAttempt, openAttempts, settleAttempts } from '@/lib/money/ledger'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { MISS, PRICE } from './ledger'

/** Buys pages as runs do, budgets included, without an upstream. */
export interface BudgetBook {
  /** Opens an attempt of so many items; its id, or the stop that a budget made of it. */
  open(
    over?: Partial<Attribution>,
    items?: number,
    priceNano?: Nano | null,
  ): Promise<string | BudgetStopError>
  /** The same where it must not be stopped. */
  mustOpen(over?: Partial<Attribution>, items?: number): Promise<string>
  settle(attemptId: string, items: number, priceNano?: Nano | null): Promise<void>
  free(attemptId: string): Promise<void>
  lose(attemptId: string): Promise<void>
}

export function budgetBookOf(ctx: TeamCtx): BudgetBook {
  const teamId = ctx.team.id
  const ending = (attemptId: string) => ({ teamId, attemptId, at: ctx.clock.now() })
  const attributionWith = (over: Partial<Attribution>): Attribution => ({
    walletId: 'wallet',
    keyId: 'key',
    keyPrefix: 'xd_live_abcd',
    environmentId: 'environment',
    environmentName: 'production',
    principal: 'member',
    principalId: ctx.actor.memberId,
    origin: 'search',
    memberId: ctx.actor.memberId,
    memberName: ctx.actor.name,
    searchId: null,
    searchName: null,
    runId: newId(),
    operation: 'timeline',
    ...over,
  })
  const open: BudgetBook['open'] = async (over = {}, items = 100, priceNano = PRICE) => {
    const attribution = attributionWith(over)
    const [openedAt, nano] = [ctx.clock.now(), priceNano === null ? null : BigInt(items) * priceNano]
    const attemptId = newId()
    const row = { id: attemptId, teamId, instanceId: 'instance', openedAt, pageNumber: 1, ...attribution }
    try {
      return await transaction(ctx.db, async (tx) => {
        const budgets = await lockBudgetsInForce(tx, teamId)
        await openAttempts(tx, [{ ...row, reservation: { items, nano, priceNano } }])
        await reserveFromBudgets(tx, ctx, openedAt, [{ attemptId, attribution, items, nano }], budgets)
        return attemptId
      })
    } catch (error) {
      if (error instanceof BudgetStopError) return error
      throw error
    }
  }
  return {
    open,
    async mustOpen(over, items) {
      const opened = await open(over, items)
      if (typeof opened === 'string') return opened
      throw opened
    },
    settle: (attemptId, items, priceNano = PRICE) =>
      transaction(ctx.db, async (tx) => {
        const settling = {
          attemptId,
          at: ctx.clock.now(),
          items,
          newItems: 0,
          tariff: priceNano === null ? null : perItemTariff(priceNano),
          reportedChargeNano: null,
          httpStatus: 200,
          latencyMs: 80,
          waitedMs: 5,
        }
        const holds = await readLockedHolds(tx, teamId, [attemptId])
        const [settled] = await settleAttempts(tx, teamId, [settling])
        const came = { attemptId, items, nano: settled?.chargeNano ?? null }
        await settleHolds(tx, teamId, ctx.clock.now(), [came], holds)
      }),
    free: (attemptId) =>
      transaction(ctx.db, async (tx) => {
        const holds = await readLockedHolds(tx, teamId, [attemptId])
        await freeAttempt(tx, ending(attemptId), MISS)
        await releaseHolds(tx, teamId, holds)
      }),
    lose: (attemptId) => transaction(ctx.db, (tx) => loseAttempt(tx, ending(attemptId), MISS)),
  }
}
