import type { Clock } from '@/lib/kernel'

/** How long a caller at the gateway waits for a write that neither succeeds nor fails. */
const GATEWAY_MS = 5000

/** Made once: an abort without a reason makes an error each time. */
const DONE = new Error('The write has ended')

/** Waits for a write, but no longer than until it fails or takes too long: then it goes on, and the answer is false. */
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
