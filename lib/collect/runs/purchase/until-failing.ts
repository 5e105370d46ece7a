import type { Clock } from '@/lib/kernel'

/** Maximum time that a caller at the gateway waits for a write that neither succeeds nor fails. */
const GATEWAY_MS = 5000

/** Created once, because an abort without a reason creates an error each time. */
const DONE = new Error('The write has ended')

/**
 * Waits for a write until it succeeds, fails or takes too long. In the latter two cases it continues, and the result
 * is false.
 */
export async function untilFailing(
  clock: Clock,
  write: (onFailure: () => void) => Promise<void>,
): Promise<boolean> {
  const done = new AbortController()
  try {
    return await new Promise((resolve) => {
      write(() => resolve(false)).then(
        () => resolve(true),
        () => resolve(false),
      )
      clock.sleep(GATEWAY_MS, done.signal).then(
        () => resolve(false),
        () => undefined,
      )
    })
  } finally {
    done.abort(DONE)
  }
}
