import type { Clock } from '@/lib/kernel'
import { deleteOldCallsStep } from '@/lib/money/ledger'
import type { TeamCtx, Tx } from '@/lib/platform/db'

/** Number of calls in a step. */
const SIZES = { stepMs: 8, fewest: 10, most: 500 }
/** Number of steps after which the lease is renewed and the job may be stopped. */
const STEPS_A_LEASE = 20

/** Deletes details of calls that a team no longer keeps, a few at a time, while everything else continues. */
interface DetailWatch {
  /** Continues with a team while `goesOn`. Between two steps others get as much time as a step took. */
  visit(ctx: TeamCtx, goesOn: () => Promise<boolean>, isMine: (tx: Tx) => Promise<boolean>): Promise<void>
}

export function createDetailWatch(): DetailWatch {
  const rested = createRestingSteps(SIZES)
  return {
    async visit(ctx, goesOn, isMine) {
      const step = (most: number) => deleteOldCallsStep(ctx, { most, isMine })
      for (let steps = 1; await rested(ctx.clock, step); steps++)
        if (steps % STEPS_A_LEASE === 0 && !(await goesOn())) return
    },
  }
}

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
function createRestingSteps({ stepMs, fewest, most }: StepSizes) {
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
