import { byPriority, PRIORITIES, type Priority } from '@/lib/kernel'
import { type ActivitySecond, SECONDS_SHOWN } from './activity-state'

/** How far from the top the pack's whole pace reaches, in pixels; above it stand the refusals. */
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

/** A bar for each of the last seconds that are over, the oldest first, as in every chart, its parts stacked from the ground. */
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
