import { isDriverAdapterError } from '@prisma/driver-adapter-utils'

/** How long to wait while another process locks the file. */
export const PATIENCE_MS = 10_000

/** Nothing signals that the file is free. A transaction usually takes milliseconds, a try microseconds. */
const PAUSE_MS = 1

/**
 * Tries until no other process locks the file, and releases the event loop in between; SQLite's own wait would block
 * it. A failed try must have done nothing.
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

/**
 * Whether a statement did nothing because another process locks the file: the adapter reports every SQLITE_BUSY in this
 * form.
 */
export const isBusy = (error: unknown): boolean =>
  isDriverAdapterError(error) && error.cause.kind === 'SocketTimeout'

/** No AppError: Prisma replaces any error that has a code with its own. */
export class StorageLocked extends Error {
  override readonly name = 'StorageLocked'
}

const keptLocked = (waitedMs: number, cause: unknown): Error =>
  new StorageLocked(
    `Another program has kept Purser's database file locked for ${(waitedMs / 1000).toFixed(1)} s; nothing was written. Close what else writes to it (a database tool, a backup, a second Purser) and try again.`,
    { cause },
  )
