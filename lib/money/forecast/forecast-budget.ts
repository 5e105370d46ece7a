import { z } from 'zod'
import { type Nano, notFound } from '@/lib/kernel'
import { budgetKindInput, listBudgets, parseBudgetAmount } from '@/lib/money/budgets'
import { sumByQuarterHour } from '@/lib/money/ledger'
import { readDailyOutsideSpend } from '@/lib/money/statements'
import { listWallets } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import {
  type CappingBudget,
  type ForecastView,
  forecastFromSpend,
  forecastHistoryStart,
  sumSpentInPeriod,
  walletSpendCaps,
} from './get-forecast'
import type { SpendCap } from './run-out'

export const forecastBudgetInput = budgetKindInput.extend({
  /** The budget to change; empty for a new one. */
  budgetId: z.union([z.uuid(), z.literal('')]).default(''),
})

/** The effect of a budget on a wallet's run-out. */
export interface BudgetEffect {
  readonly walletId: string
  readonly walletName: string
  readonly before: ForecastView
  readonly after: ForecastView
}

/**
 * Returns the effect of a budget before it is saved, for each wallet that it limits: those of a stopping budget in
 * credits, for the team or a wallet. Empty if it limits no wallet. Throws `invalid` for an amount that cannot be read,
 * and `not_found` if the team does not have the budget to change.
 */
export async function forecastBudget(
  ctx: TeamCtx,
  { budgetId, amount, ...kind }: z.output<typeof forecastBudgetInput>,
): Promise<BudgetEffect[]> {
  const effectiveAmount = parseBudgetAmount(amount, kind.unit, 'Nothing was forecast.')
  const [budgets, wallets] = await Promise.all([listBudgets(ctx), listWallets(ctx)])
  const changed = budgets.find(({ id }) => id === budgetId)
  if (budgetId !== '' && !changed) throw notFound('The budget')
  const scopeId = kind.scope === 'team' ? ctx.team.id : kind.scopeId
  const settled = changed?.settled ?? (await spentBefore(ctx, kind))
  const budget: CappingBudget = { ...kind, scopeId, effectiveAmount, settled }
  const others = budgets.filter((one) => one !== changed)
  const outside = await readDailyOutsideSpend(ctx, wallets)
  const effects: BudgetEffect[] = []
  for (const { id, name, expectedNano } of wallets) {
    const before = walletSpendCaps(budgets, ctx.team.id, id)
    const after = walletSpendCaps([...others, budget], ctx.team.id, id)
    if (expectedNano === null || before.length + after.length === 0) continue
    const spent = await sumByQuarterHour(ctx, id, forecastHistoryStart(ctx.clock.now()))
    const under = (caps: readonly SpendCap[]) =>
      forecastFromSpend(ctx, { expectedNano, spent, caps, outsidePerDayNano: outside.get(id) ?? 0n })
    effects.push({ walletId: id, walletName: name, before: await under(before), after: await under(after) })
  }
  return effects
}

/** Returns what the current period of a new budget has already spent, as it will count once it is created. */
async function spentBefore(
  ctx: TeamCtx,
  { scope, scopeId, period }: Pick<z.output<typeof forecastBudgetInput>, 'scope' | 'scopeId' | 'period'>,
): Promise<Nano> {
  // Only these scopes limit a whole wallet.
  if (scope !== 'team' && scope !== 'wallet') return 0n
  return sumSpentInPeriod(ctx, period, scope === 'wallet' ? { walletId: scopeId } : {})
}
