import {
  type ByOperation,
  formatCount,
  formatCredits,
  formatPlural,
  maxChargeForPage,
  type Operation,
  type Rate,
  type Tariff,
  unitTitle,
} from '@/lib/kernel'

/** The possible extent of a test of an operation. */
export interface OperationCost {
  readonly maxCalls: number
  /** The smallest page that is sold, and the largest that the upstream may send, whatever the request. */
  readonly minItems: number
  readonly maxItems: number
  /** Price of a page; null if it is not known. */
  readonly tariff: Tariff | null
}

const EXTRA_CALLS = 10

interface Plan {
  readonly operations: readonly Operation[]
  readonly provokes: boolean
  readonly costs: ByOperation<OperationCost>
  readonly rate: Rate
  /** Path of the key's account; null if the service reports nothing about a key. */
  readonly accountPath: string | null
}

/** Describes what a test will do and may cost, before it runs: one sentence each. */
export function describeTestCost({ operations, provokes, costs, rate, accountPath }: Plan): string[] {
  const chosen = operations.map((operation) => costs[operation])
  const sum = (of: (cost: OperationCost) => number) => chosen.reduce((total, cost) => total + of(cost), 0)
  const [max, likely] = [sum(({ maxItems }) => maxItems), sum(({ minItems }) => minItems)]
  const calls = sum(({ maxCalls }) => maxCalls)
  const sentences = accountPath === null ? [] : [`One call of ${accountPath}, which is free.`]
  if (chosen.length > 0) {
    const range =
      calls > chosen.length ? `${chosen.length} to ${formatCount(calls)} calls` : formatPlural(calls, 'call')
    sentences.push(
      `${range} for ${formatPlural(chosen.length, 'page')}: if a path or parameter is not known, Purser tries the usual ones in turn. Refused calls are free.`,
      `Items: at least 0, most likely ${likely}, at most ${formatCount(max)}.`,
      creditsOf(chosen),
    )
  }
  if (provokes && accountPath !== null) {
    const burst = formatCount(rate.requests + EXTRA_CALLS)
    sentences.push(
      `${burst} more calls of ${accountPath} at once, to be refused on purpose. They are free; the key then waits as long as the API asks, and so does everyone who uses it.`,
    )
  }
  return sentences
}

function creditsOf(chosen: readonly OperationCost[]): string {
  if (chosen.some(({ tariff }) => tariff === null))
    return `${unitTitle()}: unknown, since not every price is known yet.`
  const total = (itemsOf: (cost: OperationCost) => number) =>
    formatCredits(
      chosen.reduce(
        (sum, cost) => sum + (cost.tariff ? maxChargeForPage(cost.tariff, itemsOf(cost)) : 0n),
        0n,
      ),
    )
  return `${unitTitle()} at the price in force: at least 0, most likely ${total(({ minItems }) => minItems)}, at most ${total(({ maxItems }) => maxItems)}.`
}
