import { byPriority, type Priority } from '@/lib/kernel'

/** Counts a key's sends. Times are milliseconds of a monotonic clock. */
export interface SendMeter {
  sent(now: number, priority: Priority): void
  /** Returns the sends a second over the last ten, counted in steps of a tenth of a second. */
  rate(now: number): number
  /** Number of all sends. */
  readonly totals: Readonly<Record<Priority, number>>
}

const STEP_MS = 100
const STEPS = 100

/** Creates a meter that keeps a hundred counts, however many calls are sent. */
export function createSendMeter(): SendMeter {
  const counts = new Uint32Array(STEPS)
  const totals = byPriority(() => 0)
  let latest = 0
  const moveTo = (step: number) => {
    for (let passed = Math.max(latest, step - STEPS) + 1; passed <= step; passed++) counts[passed % STEPS] = 0
    latest = Math.max(latest, step)
  }
  return {
    sent(now, priority) {
      moveTo(Math.floor(now / STEP_MS))
      counts[latest % STEPS] = (counts[latest % STEPS] ?? 0) + 1
      totals[priority]++
    },
    rate(now) {
      moveTo(Math.floor(now / STEP_MS))
      return counts.reduce((sum, count) => sum + count, 0) / ((STEPS * STEP_MS) / 1000)
    },
    get totals() {
      return { ...totals }
    },
  }
}
