import { type FileHandle, open, realpath } from 'node:fs/promises'
import { DriverAdapterError } from '@prisma/driver-adapter-utils'

/** Waits until SQLite's log is on the disk, without blocking the event loop as SQLite itself would. */
export interface LogFlush {
  /** Resolves once everything committed before is on the disk. Calls at the same time share one wait. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface LogFile {
  datasync(): Promise<void>
  close(): Promise<void>
}

/**
 * Creates the wait for a log. `copyLog` copies all of it into the database file and waits for that file; it throws if
 * it could not. It replaces a wait that failed, after which the system may treat data as written that is not.
 */
export function createLogFlush(log: LogFile, copyLog: () => Promise<void>): LogFlush {
  let [running, next]: (Promise<void> | null)[] = [null, null]
  let mustCopy = false

  async function write(): Promise<void> {
    if (!mustCopy) {
      const isOnDisk = await log.datasync().then(
        () => true,
        () => false,
      )
      if (isOnDisk) return
      mustCopy = true
    }
    await copyLog()
    mustCopy = false
  }

  async function start(): Promise<void> {
    try {
      await write()
    } catch (error) {
      throw new DriverAdapterError(notFlushed(error))
    } finally {
      running = null
    }
  }

  function flush(): Promise<void> {
    if (!running) {
      running = start()
      return running
    }
    // The running wait began earlier and may have missed what was committed since.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        return flush()
      })
    return next
  }

  return {
    flush,
    async close() {
      await Promise.allSettled([running, next])
      await log.close()
    },
  }
}

const SQLITE_IOERR_FSYNC = 1034

const notFlushed = (error: unknown): ConstructorParameters<typeof DriverAdapterError>[0] => ({
  kind: 'sqlite',
  extendedCode: SQLITE_IOERR_FSYNC,
  message: `The database's log could not be written to the disk: ${error instanceof Error ? error.message : String(error)}`,
})

/** Returns the log of a database file. It exists from the first commit on, as long as a connection is open. */
export function logFilePath(file: string): LogFile {
  let opened: Promise<FileHandle> | null = null
  const openLog = async (): Promise<FileHandle> => open(`${await realpath(file)}-wal`, 'r+')
  return {
    async datasync() {
      opened ??= openLog()
      try {
        await (await opened).datasync()
      } catch (error) {
        opened = null
        throw error
      }
    },
    async close() {
      const handle = await opened?.catch(() => null)
      await handle?.close()
    },
  }
}
