import type { Clock } from '@/lib/kernel'

/** How large the steps of a job are, and about how long each should take. */
interface StepSizes {
  readonly stepMs: number
  readonly fewest: number
  readonly most: number
}

/**
 * Steps of a job whose size follows how long they take. After each that is not the last, others have as much time as it
 * took. A step answers whether there is more to do.
 */
export function createRestingSteps({ stepMs, fewest, most }: StepSizes) {
  let size = fewest
  return async (clock: Clock, step: (size: number) => Promise<boolean>): Promise<boolean> => {
    const began = clock.monotonic()
    const hasMore = await step(size)
    const tookMs = clock.monotonic() - began
    size = Math.round(Math.min(most, Math.max(fewest, size * Math.min(2, stepMs / Math.max(1, tookMs)))))
    if (hasMore) await clock.sleep(tookMs)
    return hasMore
  }
}
