import type { Clock } from '@/lib/kernel'

interface Pauses {
  /** Number of steps after which the lease is renewed and the job may be stopped. */
  readonly aLease: number
  goesOn(): Promise<boolean>
}

/** Takes a job's steps while `goesOn`. Between two steps others get as much time as a step took. */
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
