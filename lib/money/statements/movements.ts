import { accountFor, hasUnpriced, isExplained, itemsOf, type Movement } from './account-for'
import { hypothesesFor, isEvidence, type RealPrices } from './price-hypotheses'
import type { Window } from './windows'

/** A price of the upstream that is no longer the one booked, in micro-credits per item. */
export interface PriceShift {
  readonly operation: string
  readonly realMicro: bigint
  /** The end of the window in which it showed first. */
  readonly since: Date
}

export interface Explained {
  readonly movements: readonly Movement[]
  readonly shifts: readonly PriceShift[]
}

/** Windows whose rest a new price would explain, until further pages show whether it does. */
interface Pending {
  readonly places: readonly number[]
  readonly hypotheses: readonly RealPrices[]
}

/**
 * Explains what became of a wallet's balance, window by window (oldest first): pages, lost calls, prices that are not
 * the ones booked, top-ups; what remains was spent by somebody else. A rest that a new price would explain waits for
 * the next pages: they bear it out, or it was somebody else too.
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

/** What a new price would explain of a window that is not explained otherwise; null where no price does. */
function suspect(place: number, movement: Movement, known: RealPrices): Pending | null {
  if (movement.lostMicro > 0n) return null
  const hypotheses = hypothesesFor(movement, movement.outsideMicro - movement.topUpMicro, known)
  return hypotheses.length > 0 ? { places: [place], hypotheses } : null
}

/** What is left of a suspicion after another window; null where nothing is. */
function weigh(
  { places, hypotheses }: Pending,
  place: number,
  window: Window,
  known: RealPrices,
  isExplainedWithout: boolean,
): Pending | null {
  const standing = hypotheses.filter((prices) => isExplained(accountFor(window, { ...known, ...prices })))
  if (standing.length === 0) return null
  const isTelling = !isExplainedWithout && standing.some((prices) => isEvidence(prices, window))
  return { places: isTelling ? [...places, place] : places, hypotheses: standing }
}

/** The prices that pages in different numbers bear out: somebody else would hardly spend just so much each time. */
function borneOut({ places, hypotheses }: Pending, windows: readonly Window[]): RealPrices | null {
  const counts = new Set(places.map((place) => itemsOf(windows[place] ?? NO_WINDOW)))
  return counts.size > 1 ? (hypotheses[0] ?? null) : null
}

const changesOf = (known: RealPrices, prices: RealPrices, since: Date): PriceShift[] =>
  Object.entries(prices)
    .filter(([operation, realMicro]) => known[operation] !== realMicro)
    .map(([operation, realMicro]) => ({ operation, realMicro, since }))

/** A first suspicion is left open; the same figures again and again fit both, and then the worse must be said. */
function leaveOpen(movements: readonly Movement[], pending: Pending | null): readonly Movement[] {
  if (pending === null || pending.places.length > 1) return movements
  return movements.map((movement, place) =>
    place === pending.places[0]
      ? { ...movement, outsideMicro: 0n, unexplainedMicro: movement.outsideMicro }
      : movement,
  )
}

const NO_WINDOW: Window = { from: new Date(0), to: new Date(0), dropMicro: 0n, settled: {}, lost: [] }
