import { type CreditCost, costOf, isSameCost, type Micro, type Nano } from '@/lib/kernel'

/** Credits that were bought together. */
export type Lot = CreditCost

/** What the credits that are held cost on average, and whether one credit of them costs as much as another. */
export interface HeldCost extends CreditCost {
  /** Credits of several prices are held, or of some the price is not known: amounts in money are "about". */
  readonly isAbout: boolean
}

/**
 * The average cost of the credits held. First in, first out: what is held are the newest credits that were bought. Credits
 * that no top-up covers count like the others. Null without a top-up. `lots`: the newest first.
 */
export function heldCost(lots: readonly Lot[], heldNano: Nano): HeldCost | null {
  const [newest] = lots
  if (!newest) return null
  let [rest, costMicro, creditsNano]: [Nano, Micro, Nano] = [heldNano, 0n, 0n]
  const used: Lot[] = []
  for (const lot of lots) {
    if (rest <= 0n) break
    const part = rest < lot.creditsNano ? rest : lot.creditsNano
    used.push(lot)
    costMicro += costOf(part, lot)
    creditsNano += part
    rest -= part
  }
  // Nothing is held: the next credit costs what the last ones did.
  if (used.length === 0) return { ...newest, isAbout: false }
  const isOne = used.every((lot) => isSameCost(lot, newest))
  return isOne ? { ...newest, isAbout: rest > 0n } : { costMicro, creditsNano, isAbout: true }
}
