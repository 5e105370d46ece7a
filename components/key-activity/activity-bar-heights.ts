import type { Priority } from '@/lib/upstream/pacing'
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

const NOTHING = { sent: { interactive: 0, run: 0, schedule: 0 }, refused: 0 }

/** A bar for each of the last seconds that are over, the newest at the right, its parts stacked from the ground. */
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
    const [person, run, schedule] = [sent.interactive, sent.run, sent.schedule].map(heightOf)
    const stacked = (own = 0, below = 0): Part => ({ y: height - below - own, height: own })
    const parts = {
      interactive: stacked(person),
      run: stacked(run, person),
      schedule: stacked(schedule, (person ?? 0) + (run ?? 0)),
    }
    return { at, parts, refused }
  })
}
