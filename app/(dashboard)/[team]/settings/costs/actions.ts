'use server'

import { teamAction, withTeam } from '@/app/_server'
import {
  addTopUpCost,
  addTopUpCostInput,
  removeTopUpCost,
  setCurrency,
  setCurrencyInput,
  setPackPrice,
  setPackPriceInput,
  topUpCostInput,
} from '@/lib/money/costs'

export const setCurrencyAction = teamAction
  .metadata({ name: 'cost.currency' })
  .inputSchema(withTeam(setCurrencyInput))
  .action(({ ctx: { team }, parsedInput }) => setCurrency(team, parsedInput))

export const addTopUpCostAction = teamAction
  .metadata({ name: 'cost.add' })
  .inputSchema(withTeam(addTopUpCostInput))
  .action(({ ctx: { team }, parsedInput }) => addTopUpCost(team, parsedInput))

export const removeTopUpCostAction = teamAction
  .metadata({ name: 'cost.remove' })
  .inputSchema(withTeam(topUpCostInput))
  .action(({ ctx: { team }, parsedInput }) => removeTopUpCost(team, parsedInput))

export const setPackPriceAction = teamAction
  .metadata({ name: 'cost.pack' })
  .inputSchema(withTeam(setPackPriceInput))
  .action(({ ctx: { team }, parsedInput }) => setPackPrice(team, parsedInput))
