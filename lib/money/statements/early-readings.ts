import { type Nano, type Operation, operationEntries } from '@/lib/kernel'
import type { ReadingView } from '@/lib/money/wallets'
import type { Movement } from './account-for'
import { isRounding } from './price-hypotheses'

/**
 * The readings, of those between movements, that came before charges of our own pages showed: the balance seems to have
 * risen, by no more than our pages cost, and then to have fallen by just as much. Or our pages seem to have cost nothing at
 * all, and then the balance moved: by how much tells nothing, since their real price may not be known.
 */
export function findEarly(anchors: readonly ReadingView[], movements: readonly Movement[]): ReadingView[] {
  const free = freeOperations(anchors, movements)
  return movements.flatMap((movement, place) => {
    if (costNothing(movement, free)) return earlyBetween(anchors, movements, place, () => true)
    if (movement.topUpNano === 0n || movement.topUpNano > ownCost(movement)) return []
    return earlyBetween(anchors, movements, place, (fell) =>
      isRounding(movement.topUpNano - missingOf(fell), fell),
    )
  })
}

/** The readings from the end of a movement until the balance moved, if it moved as expected. */
function earlyBetween(
  anchors: readonly ReadingView[],
  movements: readonly Movement[],
  place: number,
  isExpected: (fell: Movement) => boolean,
): ReadingView[] {
  const fall = movements.findIndex((later, at) => at > place && !isStill(later))
  const fell = movements[fall]
  if (!fell || !isExpected(fell)) return []
  const between = anchors.slice(place + 1, fall + 1)
  // Long after the last page a reading is never early.
  return between.every(({ quietMs }) => quietMs !== null) ? between : []
}

/** Whether pages seem to have cost nothing at all. */
function costNothing(movement: Movement, free: ReadonlySet<Operation>): boolean {
  const { settled, dropNano, resolvedNano, lost } = movement
  const booked = Object.values(settled).reduce((sum, { chargeNano }) => sum + chargeNano, 0n)
  const isNothing = booked + dropNano - resolvedNano === 0n && lost.length === 0
  return isNothing && usedIn(movement).some((name) => !free.has(name))
}

/** Operations that cost nothing by readings long after their pages: they are free. */
const freeOperations = (
  anchors: readonly ReadingView[],
  movements: readonly Movement[],
): ReadonlySet<Operation> =>
  new Set(
    movements.flatMap((movement, place) =>
      anchors[place + 1]?.quietMs === null && costNothing(movement, NONE) ? usedIn(movement) : [],
    ),
  )

const NONE: ReadonlySet<Operation> = new Set()

const usedIn = ({ settled }: Movement): Operation[] =>
  operationEntries(settled).flatMap(([name, { items }]) => (items > 0 ? [name] : []))

const missingOf = ({ outsideNano, unexplainedNano }: Movement): Nano => outsideNano + unexplainedNano

const isStill = (movement: Movement): boolean =>
  movement.topUpNano === 0n && movement.unpricedNano === 0n && missingOf(movement) === 0n

/** What our pages of a window cost, and its lost calls at most. */
const ownCost = ({ settled, shiftNano, resolvedNano, lostNano }: Movement): Nano =>
  Object.values(settled).reduce(
    (sum, { chargeNano }) => sum + chargeNano,
    shiftNano + resolvedNano + lostNano,
  )
