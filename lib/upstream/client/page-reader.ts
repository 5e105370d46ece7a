import { join } from 'node:path'
import type { Piscina } from 'piscina'
import type { PageToRead } from './digest-page'
import type { PackedPage, ReadResult } from './types'

/** Reads pages in a helper thread, which frees the main thread for everything else. */
export interface PageReader {
  /**
   * Returns the result of `readAndPackPage`, or null if the caller must read the page because no thread has time or it
   * failed. Never throws.
   */
  read(page: PageToRead): Promise<ReadResult<PackedPage> | null>
  /** Ends the thread. Pages not yet read get null. */
  close(): Promise<void>
}

export interface PageReaderOptions {
  /** Called once for each thread that could not start, died or stopped answering. */
  onTrouble(error: unknown): void
  /** Path of the file that the thread runs. */
  readonly entry?: string
  /**
   * Number of pages that the main thread reads first: a thread takes most of a second to start, too long for a few
   * pages.
   */
  readonly startsAfter?: number
  /** Number of milliseconds without an answer after which the thread is given up. */
  readonly silentAfterMs?: number
}

type ReaderPool = Piscina<PageToRead | null, ReadResult<PackedPage> | null>

/**
 * Returns the thread's file relative to the folder in which Purser is started, because a bundle is not next to its
 * sources.
 */
const entryFile = (): string =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'upstream', 'client', 'reader-thread.mjs')

const STARTS_AFTER = 50
const SILENT_AFTER_MS = 20_000
/** Time after which a thread without work ends, since it keeps 60 MB. */
const IDLE_MS = 60_000
/** Number of failed threads after which no other is started. */
const MAX_FAILURES = 3
/** Time that a thread that is no longer needed may take to finish. */
const CLOSE_MS = 5_000
/** Maximum number of pages on their way to the thread, so that it can continue while this one is busy. */
const AT_ONCE = 64

/** Creates a reader with one thread, which starts after enough requests and ends when there are none. */
export function createPageReader({
  onTrouble,
  entry = entryFile(),
  startsAfter = STARTS_AFTER,
  silentAfterMs = SILENT_AFTER_MS,
}: PageReaderOptions): PageReader {
  let pool: ReaderPool | null = null
  let state: 'resting' | 'starting' | 'ready' | 'closed' = 'resting'
  let asked = 0
  let failures = 0

  const rest = (): ReaderPool | null => {
    asked = 0
    const unused = pool
    pool = null
    if (state !== 'closed') state = 'resting'
    return unused
  }
  const idle = setTimeout(() => void (state === 'ready' && dismiss(rest())), IDLE_MS).unref()

  async function start(): Promise<void> {
    state = 'starting'
    let made: ReaderPool | null = null
    try {
      const { Piscina } = await import('piscina')
      if (isClosed()) return
      made = new Piscina<PageToRead | null, ReadResult<PackedPage> | null>({
        filename: entry,
        minThreads: 1,
        maxThreads: 1,
        concurrentTasksPerWorker: AT_ONCE,
        closeTimeout: CLOSE_MS,
        execArgv: [],
      })
      const mine = made
      pool = mine
      mine.on('error', (error) => fail(mine, error))
      await within(silentAfterMs, mine.run(null))
      if (pool !== mine) return
      state = 'ready'
      idle.refresh()
    } catch (error) {
      fail(made, error)
    }
  }

  /** Reports a thread's failure, once: everything that it has not answered fails with it. */
  function fail(failed: ReaderPool | null, error: unknown): void {
    if (failed !== pool || state === 'closed' || state === 'resting') return
    failures++
    void rest()?.destroy()
    onTrouble(error)
  }

  const isClosed = () => state === 'closed'

  return {
    async read(page) {
      asked++
      idle.refresh()
      if (state === 'resting' && asked > startsAfter && failures < MAX_FAILURES) void start()
      const ready = state === 'ready' ? pool : null
      if (!ready) return null
      try {
        return await within(silentAfterMs, ready.run(page))
      } catch (error) {
        fail(ready, error)
        return null
      }
    },
    async close() {
      clearTimeout(idle)
      state = 'closed'
      await dismiss(rest())
    },
  }
}

/**
 * Lets the thread finish what it has begun; waiting pages are read here. Node aborts the whole process if a thread is
 * ended while it creates a compressor (seen on Node 20), so only a failed thread is ended immediately.
 */
async function dismiss(pool: ReaderPool | null): Promise<void> {
  await pool?.close({ force: true })
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The thread that reads pages does not answer.')), ms)
  })
  try {
    return await Promise.race([work, silence])
  } finally {
    clearTimeout(timer)
  }
}
