import type { Nano } from './amounts'
import { formatCost, formatWithUnit } from './format'
import { type CreditCost, costOfAmount, type Micro } from './money'

/** The cost of credits; `isAbout` if not all of them are known to have this price. */
export interface ShownCost extends CreditCost {
  readonly isAbout: boolean
}

/** The costs of the shown team's credits, if it shows money beside credits. */
export interface ShownCosts {
  readonly currency: string
  /** The mean of all wallets, for amounts that several of them share; null if no cost is known. */
  readonly team: ShownCost | null
  /** By wallet id. A wallet whose credits have no known cost is missing. */
  readonly wallets: Readonly<Record<string, ShownCost>>
}

/** Global key under which a process stores the function that finds the costs of the team being rendered. */
const SOURCE = Symbol.for('purser.shown-costs')

let ofThisTab: ShownCosts | null = null

/** Returns the costs by which the shown team's credits are also shown in money; null if they are not. */
export function currentCosts(): ShownCosts | null {
  const find: unknown = Reflect.get(globalThis, SOURCE)
  return isFinder(find) ? find() : ofThisTab
}

const isFinder = (value: unknown): value is () => ShownCosts | null => typeof value === 'function'

/** Registers the function that finds the current request's costs. */
export function findCostsBy(find: () => ShownCosts | null): void {
  Reflect.set(globalThis, SOURCE, find)
}

/** Sets the costs of the team that the browser shows. Does nothing on a server, which serves many teams. */
export function showCosts(costs: ShownCosts | null): void {
  if (typeof document !== 'undefined') ofThisTab = costs
}

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

/** Appends what an amount costs to its text, if that is shown: "2,640.90 credits · €7.05". */
export function withMoney(text: string, amount: Nano, walletId: string | null = null): string {
  const money = inMoney(amount, walletId)
  return money === null ? text : `${text} · ${money}`
}

/** Formats an exact amount with its unit, and in money if that is shown. */
export const inUnitAndMoney = (amount: Nano, walletId: string | null = null): string =>
  withMoney(formatWithUnit(amount), amount, walletId)
