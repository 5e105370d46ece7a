import { type Nano, type OperationName, operationEntries } from '@/lib/kernel'
import type { ReadingView } from '@/lib/money/wallets'
import {
  couldShowIn,
  countChargedUnits,
  hasUnpricedPages,
  type Movement,
  maxLostNano,
  ownCost,
} from './account-for'
import { isRoundingAmount } from './price-hypotheses'
import { latestMoment } from './recognition'
import { isExplainedByPrices } from './suspicions'
import { chargedOperations, usedOperations } from './windows'

/**
 * Returns movements, with outside spend doubted that may be our own charges, which showed too late for the previous
 * window. Something else moved the balance there, so nobody can see what was missing. Such spend counts as unexplained
 * until charges are seen to show in time. Then it is reported.
 */
export function doubtLateCharges(
  anchors: readonly ReadingView[],
  movements: readonly Movement[],
  mayCostOther: (movement: Movement) => boolean,
): readonly Movement[] {
  const seen = seenToShow(anchors, movements, mayCostOther)
  const soonestMs = seen.at(-1)?.ms ?? Number.POSITIVE_INFINITY
  const timed = movements.map((movement, index) => {
    const mayBeLate = waitedMs(anchors[index + 1]) < soonestMs
    return mayBeLate === movement.mayBeLate ? movement : { ...movement, mayBeLate }
  })
  return timed.map((movement, index) => {
    if (movement.outsideNano === 0n || movement.perhapsOurs !== null) return movement
    let { recognisedAt } = movement
    for (let at = index - 1; ; at--) {
      const before = timed[at]
      const waited = waitedMs(anchors[at + 1])
      if (!before || !couldShowIn(movement, before) || waited === Number.POSITIVE_INFINITY) break
      const max = isPriceDoubted(timed, at) || mayCostOther(before) ? null : maxOf(before)
      if (max !== null && movement.outsideNano > max) continue
      if (before.mayBeLate) return unsure(movement)
      recognisedAt = latestMoment(
        recognisedAt,
        seen
          .filter(({ ms }) => ms <= waited)
          .slice(0, 1)
          .map(({ to }) => to),
      )
    }
    return recognisedAt === movement.recognisedAt ? movement : { ...movement, recognisedAt }
  })
}

/**
 * Returns how long a reading waited after our last call; infinity if that was long ago, or if the provider states how
 * late charges are.
 */
const waitedMs = (reading: ReadingView | undefined): number =>
  reading?.settlingMs == null ? (reading?.quietMs ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY

/**
 * Returns the delays after which all charges of our pages were seen to show, each shorter than the one before, and
 * when they were seen. Lost calls prove nothing here, and neither do pages without a price, whose charge may belong to
 * the previous window.
 */
function seenToShow(
  anchors: readonly ReadingView[],
  movements: readonly Movement[],
  mayCostOther: (movement: Movement) => boolean,
) {
  const seen: { readonly ms: number; readonly to: Date }[] = []
  for (const [index, movement] of movements.entries()) {
    const ms = anchors[index + 1]?.quietMs ?? null
    const isWhole =
      isExplainedByPrices(movement) && movement.unexplainedNano === 0n && !hasUnpricedPages(movement)
    const isTelling = isWhole && countChargedUnits(movement) > 0n && movement.lost.length === 0
    const isSooner = ms !== null && ms < (seen.at(-1)?.ms ?? Number.POSITIVE_INFINITY)
    if (isTelling && isSooner && !mayCostOther(movement)) seen.push({ ms, to: movement.to })
  }
  return seen
}

/** Returns the maximum cost of our pages in a window and of its lost calls; null if one has no price. */
function maxOf(movement: Movement): Nano | null {
  const lostNano = maxLostNano(movement, movement.real)
  return hasUnpricedPages(movement) || lostNano === null ? null : ownCost(movement) + lostNano
}

/**
 * Returns whether calls of a window may have cost another price than the known one: since an earlier window suggested a
 * new price, no pages have refuted it.
 */
function isPriceDoubted(movements: readonly Movement[], at: number): boolean {
  const window = movements[at]
  return window !== undefined && usedOperations(window).some((name) => isDoubted(movements, at, name))
}

function isDoubted(movements: readonly Movement[], at: number, name: OperationName): boolean {
  for (let index = at; index >= 0; index--) {
    const movement = movements[index]
    if (!movement || !usedOperations(movement).includes(name)) continue
    if (movement.perhapsOurs !== null) return true
    if (isExplainedByPrices(movement) && chargedOperations(movement).includes(name)) return false
  }
  return false
}

const unsure = (movement: Movement): Movement => ({
  ...movement,
  outsideNano: 0n,
  unexplainedNano: movement.unexplainedNano + movement.outsideNano,
  perhapsOurs: 'possible',
})

/**
 * Finds the readings between movements that were made before charges of our own pages showed. The balance seems to
 * rise, by no more than our pages cost, and then to fall by exactly as much. Or our pages seem to cost nothing at all,
 * and then the balance moves; by how much says nothing, because their real price may not be known.
 */
export function findEarlyReadings(
  anchors: readonly ReadingView[],
  movements: readonly Movement[],
): ReadingView[] {
  const costless = new Set(movements.filter(costNothing))
  const free = freeOperations(anchors, movements, costless)
  return movements.flatMap((movement, index) => {
    const isCostless = costless.has(movement)
    if (isCostless && chargedOperations(movement).some((name) => !free.has(name)))
      return earlyBetween(anchors, movements, index, ANY_MOVE)
    if (movement.topUpNano === 0n || movement.topUpNano > ownCost(movement)) return []
    return earlyBetween(anchors, movements, index, {
      isMove: (later) => !isStill(later),
      isExpected: (fell) => isRoundingAmount(movement.topUpNano - missingOf(fell), fell),
    })
  })
}

interface Fall {
  readonly isMove: (movement: Movement) => boolean
  readonly isExpected: (movement: Movement) => boolean
}

/** Returns the readings from the end of a movement until the balance moved, if it moved as expected. */
function earlyBetween(
  anchors: readonly ReadingView[],
  movements: readonly Movement[],
  index: number,
  { isMove, isExpected }: Fall,
): ReadingView[] {
  const movement = movements[index]
  for (let at = index + 1; ; at++) {
    const later = movements[at]
    if (!movement || !later || !couldShowIn(later, movement)) return []
    if (!isMove(later)) continue
    const between = anchors.slice(index + 1, at + 1)
    // A reading long after the last page is never early.
    return isExpected(later) && between.every(({ quietMs }) => quietMs !== null) ? between : []
  }
}

/** Returns whether pages seem to have cost nothing at all. */
function costNothing({ settled, dropNano, resolvedNano, lost }: Movement): boolean {
  if (lost.length > 0) return false
  let sum = dropNano - resolvedNano
  let isBought = false
  for (const [, line] of operationEntries(settled)) {
    sum += line.chargeNano
    isBought ||= line.units > 0n || line.unpricedItems > 0
  }
  return sum === 0n && isBought
}

/** Returns the operations that cost nothing even by readings long after their pages. They are free. */
const freeOperations = (
  anchors: readonly ReadingView[],
  movements: readonly Movement[],
  costless: ReadonlySet<Movement>,
): ReadonlySet<OperationName> =>
  new Set(
    movements.flatMap((movement, index) =>
      costless.has(movement) && anchors[index + 1]?.quietMs === null ? chargedOperations(movement) : [],
    ),
  )

const missingOf = ({ outsideNano, unexplainedNano }: Movement): Nano => outsideNano + unexplainedNano

const isStill = (movement: Movement): boolean =>
  movement.topUpNano === 0n && movement.unpricedNano === 0n && missingOf(movement) === 0n

/** Matches any movement, because a late charge may look like another price of the next pages. */
const ANY_MOVE: Fall = {
  isMove: (movement) => !isStill(movement) || movement.shiftNano !== 0n,
  isExpected: () => true,
}
