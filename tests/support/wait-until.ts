import { vi } from 'vitest'

/** Far more than it takes; vitest's own second is too short on a machine that does much else. */
const LONGEST_MS = 20_000

/** Asks again and again until nothing is thrown; answers what `check` answered, or throws its last error. */
export const waitUntil = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: LONGEST_MS })
