import type { Clock } from '@/lib/kernel'
import type { Lane } from './lane'
import type { Pace, TakenCall } from './pace'
import type { Slot } from './types'

/** What a slot tells: the key's pace, and those who watch the key. */
interface SlotParts {
  readonly clock: Clock
  readonly pace: Pace
  readonly shown: Lane
}

/** Leave to send a call that was taken from the pace: what the caller tells of it, pace and watchers are told. */
export const slotOf = ({ clock, pace, shown }: SlotParts, waitedMs: number, call: TakenCall): Slot => ({
  waitedMs,
  left: () => pace.left(clock.monotonic(), call),
  answered() {
    const now = clock.monotonic()
    pace.answered(now, call)
    shown.ended(now)
  },
  refused(retryAfterMs) {
    const now = clock.monotonic()
    pace.refused(now, call, retryAfterMs)
    shown.ended(now, { until: pace.pausedUntil, askedMs: retryAfterMs })
  },
})
