import { isDriverAdapterError } from '@prisma/driver-adapter-utils'

/** Maximum wait while another process locks the file. */
export const BUSY_TIMEOUT_MS = 10_000

/**
 * Pause between attempts, because nothing signals that the file is free. A transaction usually takes milliseconds, an
 * attempt microseconds.
 */
const PAUSE_MS = 1

/**
 * Retries until no other process locks the file, and releases the event loop in between, which SQLite's own wait would
 * block. A failed attempt must have done nothing.
 */
export async function retryWhileBusy<T>(attempt: () => Promise<T>, patienceMs: number): Promise<T> {
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

/**
 * Returns whether a statement did nothing because another process locks the file. The adapter reports every
 * SQLITE_BUSY in this form.
 */
export const isBusy = (error: unknown): boolean =>
  isDriverAdapterError(error) && error.cause.kind === 'SocketTimeout'

/** Thrown if the file stays locked. Not an AppError, because Prisma replaces any error that has a code with its own. */
export class StorageLockedError extends Error {
  override readonly name = 'StorageLocked'
}

const keptLocked = (waitedMs: number, cause: unknown): Error =>
  new StorageLockedError(
    `Another program has kept Purser's database file locked for ${(waitedMs / 1000).toFixed(1)} s; nothing was written. Close what else writes to it (a database tool, a backup, a second Purser) and try again.`,
    { cause },
  )
