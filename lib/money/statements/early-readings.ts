import type { Nano } from '@/lib/kernel'
import type { ReadingView } from '@/lib/money/wallets'
import type { Movement } from './account-for'
import { isRounding } from './price-hypotheses'

/**
 * The readings, of those between movements, that came before charges of our own pages showed: the balance seems to have
 * risen, by no more than our pages cost, and then to have fallen by just as much.
 */
export function findEarly(anchors: readonly ReadingView[], movements: readonly Movement[]): ReadingView[] {
  return movements.flatMap((movement, place) => {
    if (movement.topUpNano === 0n || movement.topUpNano > ownCost(movement)) return []
    const fall = movements.findIndex((later, at) => at > place && !isStill(later))
    const fell = movements[fall]
    if (!fell || !isRounding(movement.topUpNano - missingOf(fell), fell)) return []
    const between = anchors.slice(place + 1, fall + 1)
    // Long after the last page a reading is never early.
    return between.every(({ quietMs }) => quietMs !== null) ? between : []
  })
}

const missingOf = ({ outsideNano, unexplainedNano }: Movement): Nano => outsideNano + unexplainedNano

const isStill = (movement: Movement): boolean => movement.topUpNano === 0n && missingOf(movement) === 0n

/** What our pages of a window cost, and its lost calls at most. */
const ownCost = ({ settled, shiftNano, resolvedNano, lostNano }: Movement): Nano =>
  Object.values(settled).reduce(
    (sum, { chargeNano }) => sum + chargeNano,
    shiftNano + resolvedNano + lostNano,
  )
