/** The source of time. Injected everywhere so that tests can move it instead of waiting. */
export interface Clock {
  /** Returns the wall-clock time, which is written on rows. */
  now(): Date
  /** Returns milliseconds since a fixed but unknown moment; never goes back. For pacing and durations. */
  monotonic(): number
  /** Resolves after `ms` milliseconds. Rejects with the signal's reason if it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const abort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }, ms)
      signal?.addEventListener('abort', abort, { once: true })
    }),
}
