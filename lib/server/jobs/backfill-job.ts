import { oldCalls } from '@/lib/collect/runs'
import { fillSome, findBackfill } from '@/lib/money/ledger'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import { createRestingSteps } from './resting-steps'

/** How many entries a step reads. */
const SIZES = { stepMs: 40, fewest: 100, most: 1000 }
/** After so many steps the lease is renewed, and somebody may stop the job. */
const STEPS_A_LEASE = 20
const TELL_EVERY_MS = 30_000

/** How far it is: so many entries filled, down to those of a moment; null at the end. */
export type OnBackfill = (
  standing: { readonly entries: number; readonly at: Date } | null,
  teamId: string,
) => void

/** Fills what older versions of Purser left open on the ledger, a little at a time, while everything else goes on. */
export interface Backfill {
  /** Goes on with a team while `goesOn`, until it is done. Between two steps others have as much time as a step took. */
  visit(ctx: TeamCtx, goesOn: () => Promise<boolean>, isMine: (tx: Tx) => Promise<boolean>): Promise<void>
}

export function createBackfill(onProgress: OnBackfill): Backfill {
  const done = new Set<string>()
  const rested = createRestingSteps(SIZES)

  const step = ({ db, clock, team }: TeamCtx, isMine: (tx: Tx) => Promise<boolean>): Promise<boolean> =>
    rested(
      clock,
      async (most) => !(await fillSome({ db, clock, teamId: team.id, calls: oldCalls, most, isMine })),
    )

  return {
    async visit(ctx, goesOn, isMine) {
      const { id } = ctx.team
      if (done.has(id)) return
      let toldAt = ctx.clock.monotonic()
      let hasBegun = false
      do {
        for (let steps = 0; steps < STEPS_A_LEASE && !done.has(id); steps++) {
          if (!(await step(ctx, isMine))) done.add(id)
        }
        const standing = done.has(id) ? null : await findBackfill(ctx)
        hasBegun ||= (standing?.entries ?? 0) > 0
        if (standing && ctx.clock.monotonic() - toldAt < TELL_EVERY_MS) continue
        toldAt = ctx.clock.monotonic()
        if (hasBegun) onProgress(standing, id)
      } while (!done.has(id) && (await goesOn()))
    },
  }
}
