import type { Clock } from '@/lib/kernel'
import type { KeyActivity } from './key-activity'
import type { KeyPace, TakenCall } from './key-pace'
import type { Slot } from './types'

/** The receivers of a slot's reports: the key's pace and its viewers. */
interface SlotParts {
  readonly clock: Clock
  readonly pace: KeyPace
  readonly shown: KeyActivity
  onSuspectRate(): void
}

/** Creates the permission to send a call that was taken from the pace. The caller's reports go to pace and viewers. */
export const slotOf = (
  { clock, pace, shown, onSuspectRate }: SlotParts,
  waitedMs: number,
  call: TakenCall,
): Slot => ({
  waitedMs,
  left: () => pace.left(clock.monotonic(), call),
  answered(told) {
    const now = clock.monotonic()
    pace.answered(now, call, told)
    shown.ended(now)
  },
  refused(told) {
    const now = clock.monotonic()
    const isSuspect = pace.refused(now, call, told)
    shown.ended(now, { until: pace.pausedUntil, askedMs: told.retryAfterMs ?? null })
    if (isSuspect) onSuspectRate()
  },
})
