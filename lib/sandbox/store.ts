import { mkdir, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@/lib/kernel'

const FILE = 'sandbox.json'
const SAVE_WITHIN_MS = 40

/**
 * Keeps one text on disk. Changes within a moment are written together, and each write replaces the file atomically.
 */
export interface Store {
  /** Returns the text as last saved, or null on a first start. */
  load(): Promise<string | null>
  /** Records that the text has changed; it is on disk about 40 ms later. */
  changed(): void
  /** Resolves when every change so far is on disk, safe from a power cut. Rejects if it cannot be written. */
  flush(): Promise<void>
}

/** Creates a store in a folder (created if absent, for its owner alone), or in memory only if the folder is null. */
export function createStore(folder: string | null, clock: Clock, read: () => string): Store {
  if (folder === null) return { load: async () => null, changed: () => {}, flush: async () => {} }
  const file = join(folder, FILE)
  let dirty = false
  let isScheduled = false
  let writing: Promise<void> = Promise.resolve()

  const write = async (): Promise<void> => {
    dirty = false
    const text = read()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const temporary = await open(`${file}.tmp`, 'w', 0o600)
    await temporary
      .writeFile(text)
      .then(() => temporary.sync())
      .finally(() => temporary.close())
    await rename(`${file}.tmp`, file)
    await syncFolder(folder)
  }
  const flush = (): Promise<void> => {
    writing = writing
      .catch(() => {})
      .then(() => (dirty ? write() : undefined))
      .catch((error: unknown) => {
        dirty = true
        throw error
      })
    return writing
  }

  return {
    load: () => readIfThere(file),
    changed: () => {
      dirty = true
      if (isScheduled) return
      isScheduled = true
      clock
        .sleep(SAVE_WITHIN_MS)
        .then(() => {
          isScheduled = false
          return flush()
        })
        .catch((error: unknown) => process.emitWarning(`The sandbox could not save its accounts: ${error}`))
    },
    flush,
  }
}

/** Syncs a folder, so that a rename survives a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
