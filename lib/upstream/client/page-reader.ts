import { join } from 'node:path'
import type { Piscina } from 'piscina'
import type { PageToRead } from './digest-page'
import type { PageDigest, ReadResult } from './types'

/** Reads pages in a thread of its own, so that the one that has everything else to do is free for it. */
export interface PageReader {
  /** What `digestPage` answers; null where the page is to be read here: no thread has time, or it failed. Never throws. */
  read(page: PageToRead): Promise<ReadResult<PageDigest> | null>
  /** Ends the thread. What it has not read yet is answered with null. */
  close(): Promise<void>
}

export interface PageReaderOptions {
  /** Is told once for each thread that could not start, died, or fell silent. */
  onTrouble(error: unknown): void
  /** The file that the thread runs. */
  readonly entry?: string
  /** So many pages are read here first: a thread takes most of a second to start, and is not worth that for a few. */
  readonly startsAfter?: number
  /** From when on a thread that does not answer is given up, in milliseconds. */
  readonly silentAfterMs?: number
}

type ReaderPool = Piscina<PageToRead | null, ReadResult<PageDigest> | null>

/** By the folder in which Purser is started: a bundle does not lie beside its sources. */
const entryFile = (): string =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'upstream', 'client', 'reader-thread.mjs')

const STARTS_AFTER = 50
const SILENT_AFTER_MS = 20_000
/** A thread without work keeps 60 MB: after so long it is ended. */
const IDLE_MS = 60_000
/** After so many that failed no other is started. */
const MOST_FAILURES = 3
/** Pages on their way to the thread, so that it goes on while this one is busy. */
const AT_ONCE = 64

/** Makes a reader of one thread, which is started once enough is asked of it, and ended when nothing is. */
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

  const rest = async () => {
    asked = 0
    const unused = pool
    pool = null
    if (state !== 'closed') state = 'resting'
    await unused?.destroy()
  }
  const idle = setTimeout(() => void (state === 'ready' && rest()), IDLE_MS).unref()

  async function start(): Promise<void> {
    state = 'starting'
    let made: ReaderPool | null = null
    try {
      const { Piscina } = await import('piscina')
      if (isClosed()) return
      made = new Piscina<PageToRead | null, ReadResult<PageDigest> | null>({
        filename: entry,
        minThreads: 1,
        maxThreads: 1,
        concurrentTasksPerWorker: AT_ONCE,
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

  /** All that a thread has not answered fails with it: the first tells. */
  function fail(failed: ReaderPool | null, error: unknown): void {
    if (failed !== pool || state === 'closed' || state === 'resting') return
    failures++
    void rest()
    onTrouble(error)
  }

  const isClosed = () => state === 'closed'

  return {
    async read(page) {
      asked++
      idle.refresh()
      if (state === 'resting' && asked > startsAfter && failures < MOST_FAILURES) void start()
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
      await rest()
    },
  }
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
