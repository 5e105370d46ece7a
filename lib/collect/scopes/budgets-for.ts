import type { z } from 'zod'
import { getSearch } from '@/lib/collect/searches'
import { AppError, requireAdmin } from '@/lib/kernel'
import { getKey } from '@/lib/keys/keys'
import { getService } from '@/lib/keys/services'
import {
  type Backtest,
  backtestBudget,
  type budgetKindInput,
  createBudget,
  type createBudgetInput,
  type Scope,
} from '@/lib/money/budgets'
import { type BudgetEffect, forecastBudget, type forecastBudgetInput } from '@/lib/money/forecast'
import { getWallet } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { getEnvironment, getMember } from '@/lib/teams/teams'
import { getToken } from '@/lib/teams/tokens'

/** Look-ups of a scope. Each throws `not_found` for what the team does not have, or the member may not see. */
const GETTERS: Readonly<Record<Exclude<Scope, 'team'>, (ctx: TeamCtx, id: string) => Promise<unknown>>> = {
  wallet: getWallet,
  environment: getEnvironment,
  key: getKey,
  member: getMember,
  search: getSearch,
  service: getService,
  token: getToken,
}

/**
 * Creates a budget for something that the team has, because one for another team's would count and stop nothing.
 * Admins only.
 */
export async function createScopedBudget(
  ctx: TeamCtx,
  input: z.output<typeof createBudgetInput>,
): Promise<{ id: string }> {
  requireAdmin(ctx, 'create budgets')
  await requireScope(ctx, input)
  return createBudget(ctx, input)
}

/** Returns, before it is saved, what a budget for something that the team has would do; see `forecastBudget`. */
export async function forecastScopedBudget(
  ctx: TeamCtx,
  input: z.output<typeof forecastBudgetInput>,
): Promise<BudgetEffect[]> {
  await requireScope(ctx, input)
  return forecastBudget(ctx, input)
}

/** Returns when a budget for something that the team has would have stopped; see `backtestBudget`. */
export async function backtestScopedBudget(
  ctx: TeamCtx,
  input: z.output<typeof budgetKindInput>,
): Promise<Backtest> {
  await requireScope(ctx, input)
  return backtestBudget(ctx, input)
}

/**
 * Throws `not_found`, with the field, for a scope that the team does not have. A scope that is not chosen yet is
 * accepted.
 */
async function requireScope(
  ctx: TeamCtx,
  { scope, scopeId }: { readonly scope: Scope; readonly scopeId: string },
): Promise<void> {
  if (scope === 'team' || scopeId === '') return
  try {
    await GETTERS[scope](ctx, scopeId)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    throw new AppError('not_found', error.message, { scopeId: 'Choose one from the list.' })
  }
}
