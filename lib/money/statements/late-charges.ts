import type { Nano } from '@/lib/kernel'
import type { ReadingView } from '@/lib/money/wallets'
import { hasUnpriced, isOpen, type Movement, unitsOf } from './account-for'
import { couldShowIn, ownCost } from './early-readings'
import { latest } from './recognition'
import { isClear } from './suspicions'

/**
 * Movements whose outside spend may be our own charges, which showed too late for the window before: something else moved
 * the balance there, so that nobody can see what was missing. They are told as not explained, until charges are seen to
 * show in time: then they are news.
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

/** How long a reading waited after our last call; without end where that was long ago, or where the provider says how late charges are. */
const waitedMs = (reading: ReadingView | undefined): number =>
  reading?.settlingMs == null ? (reading?.quietMs ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY

/**
 * After how long all charges of our pages were seen to show, shorter each time, and by when. Lost calls prove nothing of it,
 * nor do pages without a price, whose charge may be that of the window before.
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

/** What our pages of a window cost, and its lost calls at most; null where one has no price. */
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
