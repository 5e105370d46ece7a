import { type CreditCost, costOfAmount, isSameCost, type Micro, type Nano } from '@/lib/kernel'

/** Credits that were bought together. */
export type CreditLot = CreditCost

/** The average cost of the credits held. */
export interface HeldCost extends CreditCost {
  /**
   * True if the credits held have several prices, or the price of some is not known. Amounts in money are then
   * "about".
   */
  readonly isAbout: boolean
}

/**
 * Returns the average cost of the credits held. First in, first out: the newest credits bought are still held. Credits
 * that no top-up covers count like the others. Null without a top-up. `lots` must be newest first.
 */
export function averageCostOfBalance(lots: readonly CreditLot[], heldNano: Nano): HeldCost | null {
  const [newest] = lots
  if (!newest) return null
  let [rest, costMicro, creditsNano]: [Nano, Micro, Nano] = [heldNano, 0n, 0n]
  const used: CreditLot[] = []
  for (const lot of lots) {
    if (rest <= 0n) break
    const part = rest < lot.creditsNano ? rest : lot.creditsNano
    used.push(lot)
    costMicro += costOfAmount(part, lot)
    creditsNano += part
    rest -= part
  }
  // If nothing is held, the next credit costs what the last ones did.
  if (used.length === 0) return { ...newest, isAbout: false }
  const isOne = used.every((lot) => isSameCost(lot, newest))
  return isOne ? { ...newest, isAbout: rest > 0n } : { costMicro, creditsNano, isAbout: true }
}

/**
 * Returns the mean cost of the credits that several wallets hold. Null if none of them has a known cost. It is exact
 * only if all have the same.
 */
export function meanCost(
  wallets: readonly { readonly nano: Nano; readonly cost: HeldCost | null }[],
): HeldCost | null {
  const known = wallets.flatMap(({ nano, cost }) => (cost ? [{ nano: nano > 0n ? nano : 0n, cost }] : []))
  const [first] = known
  if (!first) return null
  const isOne =
    known.length === wallets.length &&
    known.every(({ cost }) => !cost.isAbout && isSameCost(cost, first.cost))
  if (isOne) return first.cost
  const creditsNano = known.reduce((sum, { nano }) => sum + nano, 0n)
  if (creditsNano === 0n) return { ...first.cost, isAbout: true }
  const costMicro = known.reduce((sum, { nano, cost }) => sum + costOfAmount(nano, cost), 0n)
  return { creditsNano, costMicro, isAbout: true }
}
