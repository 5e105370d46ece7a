import type { Clock } from '@/lib/kernel'

/** Size of a job's steps, and the approximate time that each should take. */
interface StepSizes {
  readonly stepMs: number
  readonly fewest: number
  readonly most: number
}

/**
 * Creates a function that takes a job's steps and adapts their size to the time that they take. After each step but
 * the last, others get as much time as it took. A step returns whether there is more to do.
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
