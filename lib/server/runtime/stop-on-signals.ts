import { type Clock, systemClock } from '@/lib/kernel'

/** Enough for everything but a call that is waited for. */
const PATIENCE_MS = 20_000
/** Longer than the longest answer that a provider may allow, which is five minutes. */
const MAX_MS = 330_000
const LOOK_MS = 250

/**
 * Ends this process on SIGTERM and SIGINT with code 0, or with the given code when the returned function is called.
 * `close` is awaited once, whichever comes first. If it fails, or takes twenty seconds after the last call has ended
 * (`isBusy`), the process ends with code 1.
 */
export function stopOnSignals(close: () => Promise<void>, isBusy: () => boolean): (code: number) => void {
  let isStopping = false
  const stop = (code: number) => {
    if (isStopping) return
    isStopping = true
    void closeWithinTimeout(close, isBusy, systemClock).then((isClosed) => process.exit(isClosed ? code : 1))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0))
  return stop
}

/** Closes, and returns whether that succeeded in time. A call that was sent gets the time that its provider allows. */
export async function closeWithinTimeout(
  close: () => Promise<void>,
  isBusy: () => boolean,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
): Promise<boolean> {
  const done = new AbortController()
  const closed = close().then(
    () => true,
    (error: unknown) => {
      console.error(error)
      return false
    },
  )
  try {
    return await Promise.race([closed, late(isBusy, clock, done.signal)])
  } finally {
    done.abort()
  }
}

/** Returns false once closing has taken too long. */
async function late(
  isBusy: () => boolean,
  clock: Pick<Clock, 'monotonic' | 'sleep'>,
  signal: AbortSignal,
): Promise<boolean> {
  const since = clock.monotonic()
  let busyAt = since
  for (;;) {
    await clock.sleep(LOOK_MS, signal).catch(() => undefined)
    const now = clock.monotonic()
    if (isBusy()) busyAt = now
    if (signal.aborted || now - busyAt >= PATIENCE_MS || now - since >= MAX_MS) return false
  }
}
