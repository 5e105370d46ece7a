import type { Clock } from '@/lib/kernel'
import { isStorageTrouble } from '@/lib/platform/db'

const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2000

/**
 * Does work again, with growing pauses, while the database is away, locked or full: a run outlives that. Any other error
 * is thrown, and after the signal this one too.
 */
export async function whileTroubled<T>(
  clock: Clock,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!isStorageTrouble(error) || signal?.aborted) throw error
    }
    await clock.sleep(pauseMs, signal)
  }
}
