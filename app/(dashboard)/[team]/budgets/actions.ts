'use server'

import { teamAction, withTeam } from '@/app/_server'
import { backtestScopedBudget, createScopedBudget, forecastScopedBudget } from '@/lib/collect/scopes'
import {
  budgetInput,
  budgetKindInput,
  changeBudget,
  changeBudgetInput,
  createBudgetInput,
  decideRaise,
  decideRaiseInput,
  deleteBudget,
  requestRaise,
  requestRaiseInput,
} from '@/lib/money/budgets'
import { forecastBudgetInput } from '@/lib/money/forecast'

export const forecastBudgetAction = teamAction
  .metadata({ name: 'budget.forecast' })
  .inputSchema(withTeam(forecastBudgetInput))
  .action(({ ctx: { team }, parsedInput }) => forecastScopedBudget(team, parsedInput))

export const backtestBudgetAction = teamAction
  .metadata({ name: 'budget.backtest' })
  .inputSchema(withTeam(budgetKindInput))
  .action(({ ctx: { team }, parsedInput }) => backtestScopedBudget(team, parsedInput))

export const createBudgetAction = teamAction
  .metadata({ name: 'budget.create' })
  .inputSchema(withTeam(createBudgetInput))
  .action(({ ctx: { team }, parsedInput }) => createScopedBudget(team, parsedInput))

export const changeBudgetAction = teamAction
  .metadata({ name: 'budget.change' })
  .inputSchema(withTeam(changeBudgetInput))
  .action(({ ctx: { team }, parsedInput }) => changeBudget(team, parsedInput))

export const deleteBudgetAction = teamAction
  .metadata({ name: 'budget.archive' })
  .inputSchema(withTeam(budgetInput))
  .action(({ ctx: { team }, parsedInput }) => deleteBudget(team, parsedInput))

export const askForRaiseAction = teamAction
  .metadata({ name: 'budget.ask' })
  .inputSchema(withTeam(requestRaiseInput))
  .action(({ ctx: { team }, parsedInput }) => requestRaise(team, parsedInput))

export const decideRaiseAction = teamAction
  .metadata({ name: 'budget.decide' })
  .inputSchema(withTeam(decideRaiseInput))
  .action(({ ctx: { team }, parsedInput }) => decideRaise(team, parsedInput))
