import { vi } from 'vitest'

/** Far more than it takes; vitest's own second is too short on a machine that does much else. */
const MAX_MS = 60_000

/**
 * Asks again and again until nothing is thrown, and the answer is not `false`; answers what `check` answered, or throws
 * its last error.
 */
export const waitUntil = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(
    async () => {
      const answer = await check()
      if (answer === false) throw new Error('What was waited for did not come')
      return answer
    },
    { timeout: MAX_MS },
  )
