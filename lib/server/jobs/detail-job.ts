import { deleteOldCallsStep } from '@/lib/money/ledger'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import { createRestingSteps } from './resting-steps'

/** How many calls a step takes. */
const SIZES = { stepMs: 8, fewest: 10, most: 500 }
/** After so many steps the lease is renewed, and somebody may stop the job. */
const STEPS_A_LEASE = 20

/** Deletes details of calls that a team does not keep any longer, a few at a time, while everything else goes on. */
interface DetailWatch {
  /** Goes on with a team while `goesOn`. Between two steps others have as much time as a step took. */
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
