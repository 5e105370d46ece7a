import { byPriority, PRIORITIES, type Priority } from '@/lib/kernel'
import { type ActivitySecond, SECONDS_SHOWN } from './activity-state'

/** Distance from the top that the pack's full pace reaches, in pixels; refusals stand above it. */
export const BARS_TOP = 12

interface Part {
  readonly y: number
  readonly height: number
}

export interface Bar {
  readonly at: number
  readonly parts: Readonly<Record<Priority, Part>>
  readonly refused: number
}

const NOTHING = { sent: byPriority(() => 0), refused: 0 }

/**
 * Returns a bar for each of the last complete seconds, oldest first, as in every chart, with its parts stacked from
 * the bottom.
 */
export function barsOf(
  seconds: readonly ActivitySecond[],
  second: number,
  packRate: number,
  height: number,
): Bar[] {
  const known = new Map(seconds.map((each) => [each.at, each]))
  const heightOf = (count: number) => (Math.min(count, packRate) / packRate) * (height - BARS_TOP)
  return Array.from({ length: SECONDS_SHOWN }, (_, place) => {
    const at = second - SECONDS_SHOWN + place
    const { sent, refused } = known.get(at) ?? NOTHING
    const parts = byPriority((priority): Part => {
      const below = PRIORITIES.slice(0, PRIORITIES.indexOf(priority)).map((each) => heightOf(sent[each]))
      const own = heightOf(sent[priority])
      return { y: height - below.reduce((sum, part) => sum + part, 0) - own, height: own }
    })
    return { at, parts, refused }
  })
}
