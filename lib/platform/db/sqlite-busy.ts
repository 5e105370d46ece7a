import { isDriverAdapterError } from '@prisma/driver-adapter-utils'

/** How long another process may keep the file before waiting for it is given up. */
export const PATIENCE_MS = 10_000

/** Nobody tells when the file is free again. A transaction mostly has it for some milliseconds, a try costs microseconds. */
const PAUSE_MS = 1

/**
 * Tries until no other process keeps the file locked, and releases the event loop in between: SQLite's own way of waiting
 * would hold it. What is tried must have done nothing where it fails.
 */
export async function whileBusy<T>(attempt: () => Promise<T>, patienceMs: number): Promise<T> {
  const since = performance.now()
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isBusy(error)) throw error
      const waitedMs = performance.now() - since
      if (waitedMs >= patienceMs) throw keptLocked(waitedMs, error)
    }
    await new Promise((proceed) => setTimeout(proceed, PAUSE_MS))
  }
}

/** Whether a statement did nothing because another process has the file; so the adapter names every SQLITE_BUSY. */
export const isBusy = (error: unknown): boolean =>
  isDriverAdapterError(error) && error.cause.kind === 'SocketTimeout'

// No AppError: Prisma makes its own of whatever has a code.
const keptLocked = (waitedMs: number, cause: unknown): Error =>
  new Error(
    `Another program has kept Purser's database file locked for ${(waitedMs / 1000).toFixed(1)} s; nothing was written. Close what else writes to it (a database tool, a backup, a second Purser) and try again.`,
    { cause },
  )
