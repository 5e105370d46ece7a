import { deleteOldCallsStep } from '@/lib/money/ledger'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import { createRestingSteps } from './resting-steps'

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
