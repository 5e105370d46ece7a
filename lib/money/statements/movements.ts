import { isDeepStrictEqual } from 'node:util'
import { type OperationName, operationEntries } from '@/lib/kernel'
import { accountForWindow, hasUnpricedPages, isExplained, type Movement } from './account-for'
import type { RealPrices } from './price-hypotheses'
import { type KnownAt, latestMoment, markRecognisedLater, recognisedAt, resolvedAt } from './recognition'
import { isSuspicionResolved, reaccountForWindow, reconsiderSuspicion } from './reconsider'
import {
  findConfirmedPrices,
  findSuspicion,
  initialSuspectedPrices,
  isExplainedByPrices,
  narrowSuspicion,
  type Suspicion,
  unitPricesOfMovement,
} from './suspicions'
import { chargedOperations, type Window } from './windows'

/** An upstream price that differs from the booked one, in nano-credits per item. */
export interface PriceShift {
  readonly operation: OperationName
  readonly realNano: bigint
  /** The end of the window that first showed it. */
  readonly since: Date
  /** When it became known, which may have taken later windows. */
  readonly knownAt: Date
}

export interface ExplainedWindows {
  readonly movements: readonly Movement[]
  readonly shifts: readonly PriceShift[]
  /**
   * The state from which later windows can continue; null if a price differed, because that affects earlier windows,
   * too.
   */
  readonly going: ExplanationState | null
}

/** Explained windows up to the last one, with what is still open after it. */
export interface ExplanationState {
  readonly windows: readonly Window[]
  readonly movements: readonly Movement[]
  readonly proven: RealPrices
  readonly suspicions: readonly Suspicion[]
}

/**
 * Maximum number of windows that wait for the next pages. Beyond it, the oldest counts as outside spend, because no
 * price changes so often.
 */
const MAX_SUSPICIONS = 20

/** Maximum number of rounds. A price that is found late may reveal another one in earlier windows. */
const MAX_ROUNDS = 4

/**
 * Explains the movements of a wallet's balance, window by window (oldest first): pages, lost calls, prices that differ
 * from the booked ones, top-ups. The rest is outside spend. A rest that a new price would explain waits for the next
 * pages, which either confirm the price or show that it was outside spend, too. Reads only the windows after those of
 * `before`, as long as no price differs.
 */
export function explainWindows(
  windows: readonly Window[],
  before: ExplanationState | null = null,
): ExplainedWindows {
  const continued = before && explainOnce(windows, [], before)
  if (continued?.going) return continued
  let explained = explainOnce(windows, [])
  for (let round = 1; round < MAX_ROUNDS && explained.shifts.length > 0; round++) {
    const again = explainOnce(windows, explained.shifts)
    const isSame = isDeepStrictEqual(again.shifts, explained.shifts)
    explained = again
    if (isSame) break
  }
  return explained
}

/**
 * Explains windows once. `later` are the prices that the same windows showed in the previous round, because each says
 * something about the windows before it.
 */
function explainOnce(
  windows: readonly Window[],
  later: readonly PriceShift[],
  begun: ExplanationState = NOT_BEGUN,
): ExplainedWindows {
  const movements: Movement[] = [...begun.movements]
  const shifts: PriceShift[] = []
  let known: RealPrices = {}
  let knownAt: KnownAt = {}
  let { proven, suspicions } = begun

  for (let index = movements.length; index < windows.length; index++) {
    const window = windows[index]
    if (!window) break
    const before = known
    const asBefore = accountForWindow(window, before)
    known = clearingPrices(before, window, asBefore, proven)
    const accounted = known === before ? asBefore : accountForWindow(window, known)
    if (known !== before) shifts.push(...changesOf(before, known, { since: window.to, knownAt: window.to }))
    const moment = recognisedAt(window, knownAt)
    const movement = moment === window.to ? accounted : { ...accounted, recognisedAt: moment }
    movements.push(movement)
    if (hasUnpricedPages(window)) {
      // What they cost is not known, but not less than nothing, and not more than their maximum.
      const doubt = isExplained(movement)
        ? null
        : findSuspicion(index, movement, { known, before: proven, ahead: {} })
      if (doubt) suspicions = waiting([...suspicions, doubt], movements, window.to)
      continue
    }
    const left: Suspicion[] = []
    const again = new Set<number>()
    let isTaken = isExplained(movement)
    const shown = isExplainedByPrices(movement) ? unitPricesOfMovement(movement) : NO_PRICES
    for (const suspicion of suspicions) {
      const others = suspicions.filter((one) => one !== suspicion)
      const judged = narrowSuspicion(suspicion, {
        place: index,
        movement,
        known,
        others: initialSuspectedPrices(others),
      })
      const prices = judged && findConfirmedPrices(judged)
      if (prices === null && isSuspicionResolved(suspicion, movements, shown, movement.recognisedAt)) continue
      if (judged === null) {
        for (const at of suspicion.places) markRecognisedLater(movements, at, movement.recognisedAt)
        continue
      }
      isTaken ||= judged.places.includes(index)
      if (prices === null) {
        left.push(judged)
        continue
      }
      const first = judged.places[0] ?? index
      const moment = knownBy(judged, windows, later, window.to)
      shifts.push(...changesOf(known, prices, { since: windows[first]?.to ?? window.to, knownAt: moment }))
      known = { ...known, ...prices }
      knownAt = {
        ...knownAt,
        ...Object.fromEntries(operationEntries(prices).map(([name]) => [name, moment])),
      }
      for (let at = first; at <= index; at++)
        if (reaccountForWindow(movements, at, prices, moment)) again.add(at)
    }
    suspicions =
      known === before
        ? left
        : left.flatMap((suspicion) =>
            reconsiderSuspicion(suspicion, movements, known, { again, moment: movement.recognisedAt }),
          )
    const doubt = isTaken
      ? null
      : findSuspicion(index, movements[index] ?? movement, {
          known,
          before: proven,
          ahead: pricesAfter(window, later),
        })
    if (isNewIn(proven, shown)) proven = { ...proven, ...shown }
    if (doubt) suspicions = waiting([...suspicions, doubt], movements, window.to)
  }
  const going = shifts.length === 0 ? { windows, movements, proven, suspicions } : null
  return { movements: leaveOpen(movements, suspicions), shifts, going }
}

/** Returns the suspicions that may go on waiting. If they are too many, the oldest was outside spend. */
function waiting(
  suspicions: readonly Suspicion[],
  movements: Movement[],
  moment: Date,
): readonly Suspicion[] {
  if (suspicions.length <= MAX_SUSPICIONS) return suspicions
  for (const at of suspicions[0]?.places ?? []) markRecognisedLater(movements, at, moment)
  return suspicions.slice(1)
}

const NOT_BEGUN: ExplanationState = { windows: [], movements: [], proven: {}, suspicions: [] }

const NO_PRICES: RealPrices = {}

/** Returns whether prices differ from, or are missing among, those that earlier windows have shown. */
const isNewIn = (proven: RealPrices, shown: RealPrices): boolean =>
  operationEntries(shown).some(([name, nano]) => proven[name] !== nano)

/** Returns when the windows of a suspicion could show its price and what it needed from later ones was known. */
function knownBy(
  { places, hypotheses }: Suspicion,
  windows: readonly Window[],
  later: readonly PriceShift[],
  to: Date,
): Date {
  const resolved = places.flatMap((index) => windows[index] ?? []).flatMap(resolvedAt)
  const beside = hypotheses[0]?.beside ?? {}
  const needed = later.filter(({ operation, realNano }) => beside[operation] === realNano)
  return latestMoment(to, [...resolved, ...needed.map((shift) => shift.knownAt)])
}

/** Returns the next price of each operation after a window. */
const pricesAfter = (window: Window, shifts: readonly PriceShift[]): RealPrices =>
  Object.fromEntries(
    shifts
      .filter(({ since }) => since > window.to)
      .sort((one, two) => two.since.getTime() - one.since.getTime())
      .map(({ operation, realNano }) => [operation, realNano]),
  )

const changesOf = (
  known: RealPrices,
  prices: RealPrices,
  when: Pick<PriceShift, 'since' | 'knownAt'>,
): PriceShift[] =>
  operationEntries(prices)
    .filter(([operation, realNano]) => known[operation] !== realNano)
    .map(([operation, realNano]) => ({ operation, realNano, ...when }))

/** Leaves a first suspicion open. If the same figures repeatedly fit both explanations, the worse one is reported. */
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
        perhapsOurs: isLikely ? 'likely' : 'possible',
        ...(isFirst && { outsideNano: 0n, unexplainedNano: outsideNano }),
      }
    }
  }
  return left
}

/**
 * Returns the known prices, changed if that explains a window to the last decimal: one of its operations costs the
 * booked price again, or the price it had `before`. An admin's new price then does not hide that the upstream kept the
 * old one. Changes as few prices as possible. `accounted` is the window at the known prices.
 */
function clearingPrices(
  known: RealPrices,
  window: Window,
  accounted: Movement,
  before: RealPrices,
): RealPrices {
  if (isExplainedByPrices(accounted) || hasUnpricedPages(window)) return known
  const used = chargedOperations(window)
  return (
    combinations(known, used, before)
      .sort((one, two) => changesIn(known, one, used) - changesIn(known, two, used))
      .find((prices) => isExplainedByPrices(accountForWindow(window, prices))) ?? known
  )
}

function combinations(known: RealPrices, used: readonly OperationName[], before: RealPrices): RealPrices[] {
  let all: RealPrices[] = [known]
  for (const name of used) {
    const others = new Set([undefined, before[name]])
    others.delete(known[name])
    all = [...all, ...[...others].flatMap((price) => all.map((prices) => withPrice(prices, name, price)))]
  }
  return all
}

function withPrice(prices: RealPrices, name: OperationName, price: bigint | undefined): RealPrices {
  const { [name]: _, ...others } = prices
  return price === undefined ? others : { ...others, [name]: price }
}

const changesIn = (known: RealPrices, prices: RealPrices, used: readonly OperationName[]): number =>
  used.filter((name) => known[name] !== prices[name]).length
