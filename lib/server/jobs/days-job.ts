import { keepDays } from '@/lib/money/ledger'
import type { TeamCtx, Tx } from '@/lib/platform/db'

/** After so many steps the lease is renewed, and somebody may stop the job. */
const STEPS_A_LEASE = 50

/**
 * Sums the days of a team that are over, a little at a time, until none is left or `goesOn` says no. Between two steps
 * others have as much time as a step took.
 */
export async function keepDaysOf(
  { db, clock, team }: TeamCtx,
  goesOn: () => Promise<boolean>,
  isMine: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  const steps = keepDays({ db, clock, teamId: team.id, isMine })
  for (let taken = 1; ; taken++) {
    const began = clock.monotonic()
    if ((await steps.next()).done) return
    await clock.sleep(clock.monotonic() - began)
    if (taken % STEPS_A_LEASE === 0 && !(await goesOn())) return
  }
}
