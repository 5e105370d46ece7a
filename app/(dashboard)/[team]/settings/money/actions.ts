'use server'

import { teamAction, withTeam } from '@/app/_server'
import {
  addTopUpCost,
  addTopUpCostInput,
  removeTopUpCost,
  setMoney,
  setMoneyInput,
  setPackPrice,
  setPackPriceInput,
  topUpCostInput,
} from '@/lib/money/costs'

export const setMoneyAction = teamAction
  .metadata({ name: 'cost.currency' })
  .inputSchema(withTeam(setMoneyInput))
  .action(({ ctx: { team }, parsedInput }) => setMoney(team, parsedInput))

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
