import { leaveSome } from '@/lib/money/ledger'
import type { TeamCtx, Tx } from '@/lib/platform/db'

/** A step takes so many calls: more or fewer from step to step, so that it takes about this long. */
const STEP_MS = 8
const FEWEST = 10
const MOST = 500
/** After so many steps the lease is renewed, and somebody may stop the job. */
const STEPS_A_LEASE = 20

/** Deletes details of calls that a team does not keep any longer, a few at a time, while everything else goes on. */
interface DetailWatch {
  /** Goes on with a team while `goesOn`. Between two steps others have as much time as a step took. */
  visit(ctx: TeamCtx, goesOn: () => Promise<boolean>, isMine: (tx: Tx) => Promise<boolean>): Promise<void>
}

export function createDetailWatch(): DetailWatch {
  let most = FEWEST

  async function step(ctx: TeamCtx, isMine: (tx: Tx) => Promise<boolean>): Promise<boolean> {
    const began = ctx.clock.monotonic()
    const hasMore = await leaveSome(ctx, { most, isMine })
    const tookMs = ctx.clock.monotonic() - began
    if (!hasMore) return false
    most = Math.round(Math.min(MOST, Math.max(FEWEST, most * Math.min(2, STEP_MS / Math.max(1, tookMs)))))
    await ctx.clock.sleep(tookMs)
    return true
  }

  return {
    async visit(ctx, goesOn, isMine) {
      for (let steps = 1; await step(ctx, isMine); steps++)
        if (steps % STEPS_A_LEASE === 0 && !(await goesOn())) return
    },
  }
}
