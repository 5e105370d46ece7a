import type { Clock } from '@/lib/kernel'

interface Pauses {
  /** After so many steps the lease is renewed, and somebody may stop the job. */
  readonly aLease: number
  goesOn(): Promise<boolean>
}

/**
 * Takes the steps of a job until none is left or `goesOn` says no. Between two steps others have as much time as a step
 * took.
 */
export async function takeSteps(
  clock: Clock,
  steps: AsyncGenerator<unknown, void>,
  { aLease, goesOn }: Pauses,
): Promise<void> {
  for (let taken = 1; ; taken++) {
    const began = clock.monotonic()
    if ((await steps.next()).done) return
    await clock.sleep(clock.monotonic() - began)
    if (taken % aLease === 0 && !(await goesOn())) return
  }
}
