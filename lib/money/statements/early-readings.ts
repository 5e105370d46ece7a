import type { Micro } from '@/lib/kernel'
import type { ReadingView } from '@/lib/money/wallets'
import type { Movement } from './account-for'
import { isRounding } from './price-hypotheses'

/**
 * The readings, of those between movements, that came before charges of our own pages showed: the balance seems to have
 * risen, by no more than our pages cost, and then to have fallen by just as much.
 */
export function findEarly(anchors: readonly ReadingView[], movements: readonly Movement[]): ReadingView[] {
  return movements.flatMap((movement, place) => {
    if (movement.topUpMicro === 0n || movement.topUpMicro > ownCost(movement)) return []
    const fall = movements.findIndex((later, at) => at > place && !isStill(later))
    const fell = movements[fall]
    if (!fell || !isRounding(movement.topUpMicro - missingOf(fell), fell)) return []
    const between = anchors.slice(place + 1, fall + 1)
    // Long after the last page a reading is never early.
    return between.every(({ quietMs }) => quietMs !== null) ? between : []
  })
}

const missingOf = ({ outsideMicro, unexplainedMicro }: Movement): Micro => outsideMicro + unexplainedMicro

const isStill = (movement: Movement): boolean => movement.topUpMicro === 0n && missingOf(movement) === 0n

/** What our pages of a window cost, and its lost calls at most. */
const ownCost = ({ settled, shiftMicro, resolvedMicro, lostMicro }: Movement): Micro =>
  Object.values(settled).reduce(
    (sum, { chargeMicro }) => sum + chargeMicro,
    shiftMicro + resolvedMicro + lostMicro,
  )
