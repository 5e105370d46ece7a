import { byPriority, type Priority } from '@/lib/kernel'

/** Counts a key's sends. Milliseconds of a monotonic clock. */
export interface SendMeter {
  sent(now: number, priority: Priority): void
  /** Sends a second over the last ten, to a tenth of a second. */
  rate(now: number): number
  /** All sends so far. */
  readonly totals: Readonly<Record<Priority, number>>
}

const STEP_MS = 100
const STEPS = 100

/** Keeps a hundred counts, however many are sent. */
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
