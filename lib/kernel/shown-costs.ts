import type { Nano } from './amounts'
import { formatCost, formatWithUnit } from './format'
import { costOfAmount, type Micro } from './money'
import { currentCosts, type ShownCost } from './shown-team'

/** Returns the cost of credits of one wallet, or of the team; null if it is not known or not shown. */
const costIn = (walletId: string | null): ShownCost | null => {
  const costs = currentCosts()
  return (walletId === null ? costs?.team : costs?.wallets[walletId]) ?? null
}

/** Returns the money that credits of one wallet, or of the team, cost; null if it is not known or not shown. */
export function moneyFor(amount: Nano, walletId: string | null = null): Micro | null {
  const cost = costIn(walletId)
  return cost && costOfAmount(amount, cost)
}

/** Formats that money: "€7.05", "about €7.05". */
export function inMoney(amount: Nano, walletId: string | null = null): string | null {
  const [costs, cost] = [currentCosts(), costIn(walletId)]
  return costs && cost && formatCost(costOfAmount(amount, cost), costs.currency, cost.isAbout)
}

/**
 * Appends what an amount costs to its text, if that is shown: "2,640.90 credits · €7.05", or within a sentence
 * "2,640.90 credits, €7.05".
 */
export function withMoney(
  text: string,
  amount: Nano,
  walletId: string | null = null,
  mark: ' · ' | ', ' = ' · ',
): string {
  const money = inMoney(amount, walletId)
  return money === null ? text : `${text}${mark}${money}`
}

/** Formats an exact amount with its unit, and in money if that is shown. */
export const inUnitAndMoney = (amount: Nano, walletId: string | null = null): string =>
  withMoney(formatWithUnit(amount), amount, walletId)
