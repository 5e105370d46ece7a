import { type Operation, operationEntries } from '@/lib/kernel'
import { accountFor, hasUnpriced, type Movement } from './account-for'
import type { RealPrices } from './price-hypotheses'
import { borneOut, type Suspicion, suspect, weighAll } from './suspicions'
import type { Window } from './windows'

/** An upstream price that differs from the booked one, in nano-credits per item. */
export interface PriceShift {
  readonly operation: Operation
  readonly realNano: bigint
  /** The end of the window that first showed it. */
  readonly since: Date
}

export interface Explained {
  readonly movements: readonly Movement[]
  readonly shifts: readonly PriceShift[]
}

/**
 * Explains the movements of a wallet's balance, window by window (oldest first): pages, lost calls, prices that differ
 * from the booked ones, top-ups. The rest is outside spend. A rest that a new price would explain waits for the next
 * pages: they confirm the price, or it was outside spend too.
 */
export function explain(windows: readonly Window[]): Explained {
  const movements: Movement[] = []
  const shifts: PriceShift[] = []
  let known: RealPrices = {}
  let suspicions: readonly Suspicion[] = []

  for (const [place, window] of windows.entries()) {
    const movement = accountFor(window, known)
    movements.push(movement)
    if (hasUnpriced(window)) continue
    const look = { place, window, movement, known }
    const judged = suspicions.length > 0 ? weighAll(suspicions, look) : null
    if (judged === null) {
      for (const at of suspicions.flatMap(({ places }) => places))
        movements[at] = recognised(movements[at] ?? movement, window.to)
      const own = suspect(look)
      suspicions = own ? [own] : []
      continue
    }
    for (const one of judged) {
      const prices = borneOut(one)
      if (prices === null) continue
      shifts.push(...changesOf(known, prices, windows[one.places[0] ?? place]?.to ?? window.to))
      known = { ...known, ...prices }
    }
    for (const at of judged.filter(borneOut).flatMap(({ places }) => places))
      movements[at] = accountFor(windows[at] ?? window, known)
    suspicions = judged.filter((one) => borneOut(one) === null)
  }
  return { movements: leaveOpen(movements, suspicions), shifts }
}

const recognised = (movement: Movement, recognisedAt: Date): Movement => ({ ...movement, recognisedAt })

const changesOf = (known: RealPrices, prices: RealPrices, since: Date): PriceShift[] =>
  operationEntries(prices)
    .filter(([operation, realNano]) => known[operation] !== realNano)
    .map(([operation, realNano]) => ({ operation, realNano, since }))

/** A first suspicion stays open. The same figures repeatedly fit both explanations; then we report the worse one. */
function leaveOpen(movements: readonly Movement[], suspicions: readonly Suspicion[]): readonly Movement[] {
  return suspicions.reduce((all, { places, hypotheses }) => {
    const isFirst = places.length === 1
    const isLikely = isFirst && suspicions.length === 1 && hypotheses.some((one) => one.isLikely)
    return all.map((movement, place) => {
      if (!places.includes(place)) return movement
      const { outsideNano } = movement
      const perhapsPrice = isLikely ? 'likely' : 'possible'
      return { ...movement, perhapsPrice, ...(isFirst && { outsideNano: 0n, unexplainedNano: outsideNano }) }
    })
  }, movements)
}
