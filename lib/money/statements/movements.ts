import { type Operation, operationEntries } from '@/lib/kernel'
import { accountFor, hasUnpriced, isExplained, type Movement } from './account-for'
import { isEvidence, type RealPrices } from './price-hypotheses'
import {
  borneOut,
  firstPricesOf,
  isClear,
  pricesIn,
  type Suspicion,
  settle,
  suspect,
  weigh,
} from './suspicions'
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
 * So many windows wait side by side for the next pages. When there are more, the oldest was somebody else: no price
 * changes so often.
 */
const MOST_SUSPICIONS = 20

/**
 * Explains the movements of a wallet's balance, window by window (oldest first): pages, lost calls, prices that differ
 * from the booked ones, top-ups. The rest is outside spend. A rest that a new price would explain waits for the next
 * pages: they confirm the price, or it was outside spend too.
 */
export function explain(windows: readonly Window[]): Explained {
  const movements: Movement[] = []
  const shifts: PriceShift[] = []
  let known: RealPrices = {}
  let proven: RealPrices = {}
  let suspicions: readonly Suspicion[] = []

  for (const [place, window] of windows.entries()) {
    known = stillTrue(known, window)
    const movement = accountFor(window, known)
    movements.push(movement)
    if (hasUnpriced(window)) continue
    const left: Suspicion[] = []
    const before = known
    let isTaken = isExplained(movement)
    const shown = isClear(movement) ? pricesIn(movement) : {}
    for (const suspicion of suspicions) {
      const others = suspicions.filter((one) => one !== suspicion)
      const judged = weigh(suspicion, { place, movement, known, others: firstPricesOf(others) })
      const prices = judged && borneOut(judged, windows)
      if (prices === null && isSettled(suspicion, movements, shown, window.to)) continue
      if (judged === null) {
        for (const at of suspicion.places) recognise(movements, at, window.to)
        continue
      }
      isTaken ||= judged.places.includes(place)
      if (prices === null) {
        left.push(judged)
        continue
      }
      const first = judged.places[0] ?? place
      shifts.push(...changesOf(known, prices, windows[first]?.to ?? window.to))
      known = { ...known, ...prices }
      for (let at = first; at <= place; at++) accountAgain(movements, at, prices, known)
    }
    suspicions =
      known === before
        ? left
        : left.flatMap((suspicion) => reconsider(suspicion, movements, known, window.to))
    const doubt = isTaken ? null : suspect(place, movements[place] ?? movement, known, proven)
    proven = { ...proven, ...shown }
    if (doubt) suspicions = [...suspicions, doubt]
    if (suspicions.length > MOST_SUSPICIONS) {
      for (const at of suspicions[0]?.places ?? []) recognise(movements, at, window.to)
      suspicions = suspicions.slice(1)
    }
  }
  return { movements: leaveOpen(movements, suspicions), shifts }
}

/**
 * The known prices without those that a window disproves: with its pages as they are booked it is explained to the last
 * decimal, so what is booked is the upstream's price again.
 */
function stillTrue(known: RealPrices, window: Window): RealPrices {
  if (hasUnpriced(window) || !isEvidence(known, window) || isClear(accountFor(window, known))) return known
  const names = operationEntries(known).map(([operation]) => operation)
  const fewer = [...names.map((name) => [name]), names].map((gone) =>
    Object.fromEntries(operationEntries(known).filter(([operation]) => !gone.includes(operation))),
  )
  return fewer.find((prices) => isClear(accountFor(window, prices))) ?? known
}

/** Notes when a window was known to be somebody else's spend. */
function recognise(movements: Movement[], at: number, recognisedAt: Date): void {
  const movement = movements[at]
  if (movement) movements[at] = { ...movement, recognisedAt }
}

/** Accounts for a window again with a price that held in it, as later ones have shown, if something is left to explain. */
function accountAgain(movements: Movement[], at: number, prices: RealPrices, known: RealPrices): void {
  const movement = movements[at]
  if (!movement || isClear(movement) || hasUnpriced(movement)) return
  const isOfLost = movement.lost.some(({ operation }) => prices[operation] !== undefined)
  if (!isOfLost && !isEvidence(prices, movement)) return
  movements[at] = accountFor(movement, known)
}

/** Whether prices that later pages have shown account for a suspicion's window. Then nothing is left to suspect. */
function isSettled(suspicion: Suspicion, movements: Movement[], shown: RealPrices, at: Date): boolean {
  const [place = -1, ...others] = suspicion.places
  const movement = movements[place]
  if (!movement || others.length > 0 || !isEvidence(shown, movement)) return false
  const settled = settle(suspicion, movement, shown)
  if (settled) movements[place] = { ...settled, recognisedAt: at }
  return settled !== null
}

/** What is left of a suspicion by the prices that are known now. */
function reconsider(
  suspicion: Suspicion,
  movements: Movement[],
  known: RealPrices,
  at: Date,
): readonly Suspicion[] {
  const [place = -1] = suspicion.places
  const movement = movements[place]
  if (movement?.real !== known) return isSettled(suspicion, movements, known, at) ? [] : [suspicion]
  const left = isExplained(movement) ? null : suspect(place, movement, known, suspicion.before)
  return left ? [left] : []
}

const changesOf = (known: RealPrices, prices: RealPrices, since: Date): PriceShift[] =>
  operationEntries(prices)
    .filter(([operation, realNano]) => known[operation] !== realNano)
    .map(([operation, realNano]) => ({ operation, realNano, since }))

/** A first suspicion stays open. The same figures repeatedly fit both explanations; then we report the worse one. */
function leaveOpen(movements: readonly Movement[], suspicions: readonly Suspicion[]): readonly Movement[] {
  const left = [...movements]
  for (const { places, hypotheses, isDoubted } of suspicions) {
    const isFirst = places.length === 1
    const isLikely =
      isFirst && !isDoubted && suspicions.length === 1 && hypotheses.some((one) => one.isLikely)
    for (const at of places) {
      const movement = left[at]
      if (!movement) continue
      const { outsideNano } = movement
      left[at] = {
        ...movement,
        perhapsPrice: isLikely ? 'likely' : 'possible',
        ...(isFirst && { outsideNano: 0n, unexplainedNano: outsideNano }),
      }
    }
  }
  return left
}
