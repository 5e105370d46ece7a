import { type Operation, operationEntries } from '@/lib/kernel'
import { accountFor, hasUnpriced, isExplained, itemsOf, type Movement } from './account-for'
import { type Hypothesis, hypothesesFor, isEvidence, type RealPrices } from './price-hypotheses'
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

/** Windows whose rest a new price would explain, until further pages confirm or refute it. */
interface Pending {
  readonly places: readonly number[]
  readonly hypotheses: readonly Hypothesis[]
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
  let pending: Pending | null = null

  for (const [place, window] of windows.entries()) {
    const movement = accountFor(window, known)
    movements.push(movement)
    if (hasUnpriced(window)) continue
    const judged: Pending | null = pending && weigh(pending, place, window, known, isExplained(movement))
    if (judged === null) {
      for (const at of pending?.places ?? []) movements[at] = recognised(movements[at] ?? movement, window.to)
      pending = isExplained(movement) ? null : suspect(place, movement, known)
      continue
    }
    pending = judged
    const prices = borneOut(judged, windows)
    if (prices === null) continue
    shifts.push(...changesOf(known, prices, windows[judged.places[0] ?? place]?.to ?? window.to))
    known = { ...known, ...prices }
    for (const at of judged.places) movements[at] = accountFor(windows[at] ?? window, known)
    pending = null
  }
  return { movements: leaveOpen(movements, pending), shifts }
}

/** The part that a new price would explain of a window without another explanation; null if no price does. */
function suspect(place: number, movement: Movement, known: RealPrices): Pending | null {
  if (movement.lostNano > 0n) return null
  const hypotheses = hypothesesFor(movement, movement.outsideNano - movement.topUpNano, known)
  return hypotheses.length > 0 ? { places: [place], hypotheses } : null
}

/** What remains of a suspicion after another window; null if nothing does. */
function weigh(
  { places, hypotheses }: Pending,
  place: number,
  window: Window,
  known: RealPrices,
  isExplainedWithout: boolean,
): Pending | null {
  const standing = hypotheses.filter(({ prices }) => isExplained(accountFor(window, { ...known, ...prices })))
  if (standing.length === 0) return null
  const isTelling = !isExplainedWithout && standing.some(({ prices }) => isEvidence(prices, window))
  return { places: isTelling ? [...places, place] : places, hypotheses: standing }
}

/** The prices that pages in different numbers confirm: somebody else would hardly spend exactly so much each time. */
function borneOut({ places, hypotheses }: Pending, windows: readonly Window[]): RealPrices | null {
  const counts = new Set(places.map((place) => itemsOf(windows[place] ?? NO_WINDOW)))
  return counts.size > 1 ? (hypotheses[0]?.prices ?? null) : null
}

const recognised = (movement: Movement, recognisedAt: Date): Movement => ({ ...movement, recognisedAt })

const changesOf = (known: RealPrices, prices: RealPrices, since: Date): PriceShift[] =>
  operationEntries(prices)
    .filter(([operation, realNano]) => known[operation] !== realNano)
    .map(([operation, realNano]) => ({ operation, realNano, since }))

/** A first suspicion stays open. The same figures repeatedly fit both explanations; then we report the worse one. */
function leaveOpen(movements: readonly Movement[], pending: Pending | null): readonly Movement[] {
  if (pending === null) return movements
  const { places, hypotheses } = pending
  const isFirst = places.length === 1
  const perhapsPrice = isFirst && hypotheses.some(({ isRound }) => isRound) ? 'likely' : 'possible'
  return movements.map((movement, place) => {
    if (!places.includes(place)) return movement
    const { outsideNano } = movement
    return { ...movement, perhapsPrice, ...(isFirst && { outsideNano: 0n, unexplainedNano: outsideNano }) }
  })
}

const NO_WINDOW: Window = { from: new Date(0), to: new Date(0), dropNano: 0n, settled: {}, lost: [] }
