import { vi } from 'vitest'

/** Far more than needed; vitest's own second is too short on a busy machine. */
const MAX_MS = 60_000

/** Retries until `check` neither throws nor returns `false`. Returns its result, or throws its last error. */
export const waitUntil = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(
    async () => {
      const answer = await check()
      if (answer === false) throw new Error('What was waited for did not come')
      return answer
    },
    { timeout: MAX_MS },
  )
