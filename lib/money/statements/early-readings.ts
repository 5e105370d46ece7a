import { type Nano, type OperationName, operationEntries } from '@/lib/kernel'
import { MAX_SETTLING_MS } from '@/lib/money/ledger'
import type { ReadingView } from '@/lib/money/wallets'
import type { Movement } from './account-for'
import { isRounding } from './price-hypotheses'
import { boughtIn } from './windows'

/**
 * Finds the readings between movements that were made before charges of our own pages showed. The balance seems to
 * rise, by no more than our pages cost, and then to fall by exactly as much. Or our pages seem to cost nothing at all,
 * and then the balance moves; by how much says nothing, because their real price may not be known.
 */
export function findEarly(anchors: readonly ReadingView[], movements: readonly Movement[]): ReadingView[] {
  const costless = new Set(movements.filter(costNothing))
  const free = freeOperations(anchors, movements, costless)
  return movements.flatMap((movement, place) => {
    const isCostless = costless.has(movement)
    if (isCostless && boughtIn(movement).some((name) => !free.has(name)))
      return earlyBetween(anchors, movements, place, ANY_MOVE)
    if (movement.topUpNano === 0n || movement.topUpNano > ownCost(movement)) return []
    return earlyBetween(anchors, movements, place, {
      isMove: (later) => !isStill(later),
      isExpected: (fell) => isRounding(movement.topUpNano - missingOf(fell), fell),
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
  place: number,
  { isMove, isExpected }: Fall,
): ReadingView[] {
  const movement = movements[place]
  for (let at = place + 1; ; at++) {
    const later = movements[at]
    if (!movement || !later || !couldShowIn(later, movement)) return []
    if (!isMove(later)) continue
    const between = anchors.slice(place + 1, at + 1)
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
    movements.flatMap((movement, place) =>
      costless.has(movement) && anchors[place + 1]?.quietMs === null ? boughtIn(movement) : [],
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

/** Returns whether charges of one window could still show in a later one. */
export const couldShowIn = (later: Movement, { to }: Movement): boolean =>
  later.from.getTime() - to.getTime() <= MAX_SETTLING_MS

/** Returns the cost of our pages in a window, plus the possible cost of its lost calls. */
export const ownCost = ({ settled, shiftNano, resolvedNano, lostNano }: Movement): Nano =>
  Object.values(settled).reduce(
    (sum, { chargeNano }) => sum + chargeNano,
    shiftNano + resolvedNano + lostNano,
  )
