const HARD_DEADLINE_MS = 20_000

/**
 * Ends this process on SIGTERM and SIGINT with code 0, or when the returned function is called, with its code. `close`
 * is awaited once, whatever comes first. If it fails or takes twenty seconds, the process ends with code 1.
 */
export function stopOnSignals(close: () => Promise<void>): (code: number) => void {
  let isStopping = false
  const stop = (code: number) => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), HARD_DEADLINE_MS).unref()
    close().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0))
  return stop
}
