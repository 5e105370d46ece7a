import { hostname } from 'node:os'
import { join } from 'node:path'
import { AppError, type Clock, systemClock } from '@/lib/kernel'
import { FileHeld, type FileHold, holdFile } from '@/lib/platform/db'

/** Maximum time that a rolling restart may take to end the previous process. */
const PATIENCE_MS = 30_000

interface HoldFolderOptions {
  readonly clock?: Clock
  readonly patienceMs?: number
  /** Reports to the operator while it waits. */
  say?(line: string): void
}

/**
 * Makes this process the only Purser on a data folder with a SQLite database, until the process ends. It waits for
 * another one that is stopping. Throws a message that says who holds the folder. The web process, backups and database
 * tools do not take this hold: they rely on SQLite's own locks.
 */
export async function holdDataFolder(
  folder: string,
  { clock = systemClock, patienceMs = PATIENCE_MS, say = console.log }: HoldFolderOptions = {},
): Promise<FileHold> {
  const holder = `process ${process.pid} on ${hostname()}, since ${clock.now().toISOString()}`
  const seconds = Math.round(patienceMs / 1000)
  try {
    return await holdFile(join(folder, 'purser.lock'), {
      holder,
      patienceMs,
      clock,
      onWait: (other) =>
        say(`Another Purser uses ${folder} (${other}). Waiting up to ${seconds} seconds for its end.`),
    })
  } catch (cause) {
    const message =
      cause instanceof FileHeld
        ? `Another Purser uses the data folder ${folder}: ${cause.holder}. It did not end within ${seconds} seconds. Stop it, or give this one a folder of its own with PURSER_DATA. Several can run together on one PostgreSQL (DATABASE_URL).`
        : `The data folder ${folder} cannot be locked for one Purser alone: ${cause instanceof Error ? cause.message : String(cause)} Put it on a disk of this machine.`
    throw new AppError('unavailable', message, {}, { cause })
  }
}
