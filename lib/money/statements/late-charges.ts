import type { Nano } from '@/lib/kernel'
import type { ReadingView } from '@/lib/money/wallets'
import { hasUnpriced, isOpen, type Movement, unitsOf } from './account-for'
import { couldShowIn, ownCost } from './early-readings'
import { latest } from './recognition'
import { isClear } from './suspicions'

/**
 * Returns movements, with outside spend doubted that may be our own charges, which showed too late for the previous
 * window. Something else moved the balance there, so nobody can see what was missing. Such spend counts as unexplained
 * until charges are seen to show in time. Then it is reported.
 */
export function doubtLate(
  anchors: readonly ReadingView[],
  movements: readonly Movement[],
): readonly Movement[] {
  const seen = seenToShow(anchors, movements)
  const soonestMs = seen.at(-1)?.ms ?? Number.POSITIVE_INFINITY
  const timed = movements.map((movement, place) => {
    const mayBeLate = waitedMs(anchors[place + 1]) < soonestMs
    return mayBeLate === movement.mayBeLate ? movement : { ...movement, mayBeLate }
  })
  return timed.map((movement, place) => {
    if (movement.outsideNano === 0n || movement.perhapsOurs !== null) return movement
    let { recognisedAt } = movement
    for (let at = place - 1; ; at--) {
      const before = timed[at]
      const waited = waitedMs(anchors[at + 1])
      if (!before || !couldShowIn(movement, before) || waited === Number.POSITIVE_INFINITY) break
      const most = mostOf(before)
      if (most !== null && movement.outsideNano > most) continue
      if (before.mayBeLate) return unsure(movement)
      recognisedAt = latest(
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
function seenToShow(anchors: readonly ReadingView[], movements: readonly Movement[]) {
  const seen: { readonly ms: number; readonly to: Date }[] = []
  for (const [place, movement] of movements.entries()) {
    const ms = anchors[place + 1]?.quietMs ?? null
    const isWhole = isClear(movement) && movement.unexplainedNano === 0n && !hasUnpriced(movement)
    const isTelling = isWhole && unitsOf(movement) > 0n && movement.lost.length === 0
    if (isTelling && ms !== null && ms < (seen.at(-1)?.ms ?? Number.POSITIVE_INFINITY))
      seen.push({ ms, to: movement.to })
  }
  return seen
}

/** Returns the maximum cost of our pages in a window and of its lost calls; null if one has no price. */
const mostOf = (movement: Movement): Nano | null =>
  movement.lost
    .filter(isOpen)
    .reduce<Nano | null>(
      (sum, { mostNano }) => (sum === null || mostNano === null ? null : sum + mostNano),
      hasUnpriced(movement) ? null : ownCost(movement),
    )

const unsure = (movement: Movement): Movement => ({
  ...movement,
  outsideNano: 0n,
  unexplainedNano: movement.unexplainedNano + movement.outsideNano,
  perhapsOurs: 'possible',
})
