import { type Nano, type Operation, operationEntries } from '@/lib/kernel'
import type { ReadingView } from '@/lib/money/wallets'
import type { Movement } from './account-for'
import { isRounding } from './price-hypotheses'

/**
 * The readings, of those between movements, that came before charges of our own pages showed: the balance seems to have
 * risen, by no more than our pages cost, and then to have fallen by just as much. Or pages without a known price seem to
 * have cost nothing, and then the balance fell.
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

/** The readings from the end of a movement until the balance fell, if it fell as expected. */
function earlyBetween(
  anchors: readonly ReadingView[],
  movements: readonly Movement[],
  place: number,
  isExpected: (fell: Movement) => boolean,
): ReadingView[] {
  const fall = movements.findIndex((later, at) => at > place && !isStill(later))
  const fell = movements[fall]
  if (!fell || fell.topUpNano > 0n || !isExpected(fell)) return []
  const between = anchors.slice(place + 1, fall + 1)
  // Long after the last page a reading is never early.
  return between.every(({ quietMs }) => quietMs !== null) ? between : []
}

/** Pages whose price is not known seem to have cost nothing at all. */
const costNothing = (movement: Movement, free: ReadonlySet<Operation>): boolean =>
  movement.unpricedNano === 0n &&
  movement.topUpNano === 0n &&
  unpricedIn(movement).some((name) => !free.has(name))

/** Operations that cost nothing by readings long after their pages: they are free. */
const freeOperations = (
  anchors: readonly ReadingView[],
  movements: readonly Movement[],
): ReadonlySet<Operation> =>
  new Set(
    movements.flatMap((movement, place) =>
      anchors[place + 1]?.quietMs === null && costNothing(movement, NONE) ? unpricedIn(movement) : [],
    ),
  )

const NONE: ReadonlySet<Operation> = new Set()

const unpricedIn = ({ settled }: Movement): Operation[] =>
  operationEntries(settled).flatMap(([name, { unpricedItems }]) => (unpricedItems > 0 ? [name] : []))

const missingOf = ({ outsideNano, unexplainedNano }: Movement): Nano => outsideNano + unexplainedNano

const isStill = (movement: Movement): boolean =>
  movement.topUpNano === 0n && movement.unpricedNano === 0n && missingOf(movement) === 0n

/** What our pages of a window cost, and its lost calls at most. */
const ownCost = ({ settled, shiftNano, resolvedNano, lostNano }: Movement): Nano =>
  Object.values(settled).reduce(
    (sum, { chargeNano }) => sum + chargeNano,
    shiftNano + resolvedNano + lostNano,
  )
