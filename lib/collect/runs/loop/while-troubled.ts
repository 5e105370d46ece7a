import type { Clock } from '@/lib/kernel'
import { isStorageTrouble } from '@/lib/platform/db'
import { pauseAfter } from '../core/pause'

/**
 * Repeats work, with growing pauses, while the database is unreachable, locked or full: a run outlives that. Throws
 * any other error, and after the signal this one too.
 */
export async function whileTroubled<T>(
  clock: Clock,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await work()
    } catch (error) {
      if (!isStorageTrouble(error) || signal?.aborted) throw error
    }
    await clock.sleep(pauseAfter(failures), signal)
  }
}
