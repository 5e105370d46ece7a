import { accountFor, hasUnpriced, isExplained, type Movement } from './account-for'
import { isEvidence, type RealPrices } from './price-hypotheses'
import { settle } from './settle'
import { isClear, type Suspicion, suspect } from './suspicions'

/**
 * Accounts for a window again with prices that held in it according to later ones, if anything is left to explain.
 * Returns whether it did.
 */
export function accountAgain(movements: Movement[], at: number, prices: RealPrices, moment: Date): boolean {
  const movement = movements[at]
  if (!movement || isClear(movement) || hasUnpriced(movement) || !isOfUse(prices, movement)) return false
  // The prices of other operations were not known then, or were different.
  movements[at] = { ...accountFor(movement, { ...movement.real, ...prices }), recognisedAt: moment }
  return true
}

/** Returns whether a window has pages or lost calls of an operation whose price is given. */
const isOfUse = (prices: RealPrices, movement: Movement): boolean =>
  isEvidence(prices, movement) || movement.lost.some(({ operation }) => prices[operation] !== undefined)

/**
 * Returns whether prices that later pages have shown account for a suspicion's window. Then nothing is left to
 * suspect.
 */
export function isSettled(suspicion: Suspicion, movements: Movement[], shown: RealPrices, at: Date): boolean {
  const [place = -1, ...others] = suspicion.places
  const movement = movements[place]
  if (!movement || others.length > 0 || !isOfUse(shown, movement)) return false
  const settled = settle(suspicion, movement, { ...shown, ...suspicion.after })
  if (settled) movements[place] = { ...settled, recognisedAt: at }
  return settled !== null
}

interface Reconsidering {
  /** Indexes of the windows that were accounted for again. */
  readonly again: ReadonlySet<number>
  readonly moment: Date
}

/** Returns what is left of a suspicion at the prices that are known now. */
export function reconsider(
  suspicion: Suspicion,
  movements: Movement[],
  known: RealPrices,
  { again, moment }: Reconsidering,
): readonly Suspicion[] {
  const [place = -1] = suspicion.places
  const movement = movements[place]
  if (!movement || !again.has(place)) return isSettled(suspicion, movements, known, moment) ? [] : [suspicion]
  const left = isExplained(movement)
    ? null
    : suspect(place, movement, {
        known: movement.real,
        before: suspicion.before,
        ahead: {},
      })
  return left ? [left] : []
}
