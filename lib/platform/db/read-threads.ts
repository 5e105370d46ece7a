import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DriverAdapterError, type SqlQuery, type SqlResultSet } from '@prisma/driver-adapter-utils'
import type { Piscina } from 'piscina'

/** Threads that read a SQLite file, each with a connection of its own, so that no long read holds the event loop. */
export interface ReadThreads {
  /** The result of a statement that reads. Null if the caller must run it: it may write, or no thread is ready. */
  read(query: SqlQuery): Promise<TimedRead> | null
  /** Does something once the first thread is ready. */
  onReady(work: () => Promise<void>): void
  /** Tells of a commit: now and then a thread copies what was written from the log into the file. */
  noteCommit(): void
  /** Ends the threads. What they are at is lost, as with a closed connection. */
  close(): Promise<void>
}

export interface TimedRead {
  readonly result: SqlResultSet
  /** How long the statement itself took, in milliseconds. */
  readonly ms: number
}

export interface ReadThreadsOptions {
  /** Passed on to the adapter. */
  readonly adapter: object
  /** Smaller files need no thread: no statement on them takes long. */
  readonly fromBytes?: number
  /** A read that takes longer fails, and its thread is replaced. */
  readonly longestMs?: number
  readonly entry?: string
}

interface Task {
  readonly query?: SqlQuery
  readonly checkpoint?: 'PASSIVE' | 'RESTART'
}
type Trouble = ConstructorParameters<typeof DriverAdapterError>[0]
interface ThreadAnswer {
  readonly result?: unknown
  readonly ms?: number
  readonly trouble?: Trouble
}
interface Checkpoint {
  readonly pages: number
  readonly done: number
}

const FROM_BYTES = 8 * 1024 ** 2
const LONGEST_MS = 15_000
const THREADS = 2
const IDLE_MS = 60_000
const MOST_FAILURES = 3
/** How often to look whether the file has grown so far that threads are worth it. */
const LOOK_EVERY = 500
/** A checkpoint after so many commits, at most one in `CHECKPOINT_EVERY_MS`. */
const CHECKPOINT_COMMITS = 100
const CHECKPOINT_EVERY_MS = 1000
/** With readers all the time the log is never empty and goes on growing: from this size on a checkpoint waits for them. */
const LONG_LOG_PAGES = 16_384

/** Found by the folder in which Purser is started: a bundle does not lie beside its sources. */
const entryFile = (): string =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'platform', 'db', 'read-thread.mjs')

/** No AppError: Prisma replaces any error that has a code with its own. */
export class ReadTookTooLong extends Error {
  override readonly name = 'ReadTookTooLong'
}

/** Makes the threads of one database file. They start once the file is large enough, and end when there is nothing to do. */
export function createReadThreads(file: string, options: ReadThreadsOptions): ReadThreads {
  const { adapter, fromBytes = FROM_BYTES, longestMs = LONGEST_MS, entry = entryFile() } = options
  let pool: Piscina<Task, ThreadAnswer> | null = null
  let state: 'resting' | 'starting' | 'ready' | 'closed' = 'resting'
  let whenReady: () => Promise<void> = async () => undefined
  let [asked, failures, commits, checkpointAt] = [0, 0, 0, 0]

  const isLarge = (): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= fromBytes

  async function start(): Promise<void> {
    state = 'starting'
    try {
      const { Piscina } = await import('piscina')
      if (isClosed()) return
      pool = new Piscina<Task, ThreadAnswer>({
        filename: entry,
        ...{ minThreads: 1, maxThreads: THREADS, idleTimeout: IDLE_MS, execArgv: [] },
        workerData: { file, options: adapter },
      })
      // What a thread was at is refused by its own promise.
      pool.on('error', () => undefined)
      await pool.run({})
      if (isClosed()) return
      state = 'ready'
      await whenReady()
    } catch {
      failures++
      if (!isClosed()) state = 'resting'
      await pool?.destroy().catch(() => undefined)
    }
  }
  const isClosed = (): boolean => state === 'closed'

  async function run(task: Task): Promise<ThreadAnswer> {
    if (!pool) throw new Error('No thread reads.')
    const signal = AbortSignal.timeout(longestMs)
    try {
      return await pool.run(task, { signal })
    } catch (error) {
      if (signal.aborted) throw tooLong(longestMs, error)
      throw error
    }
  }

  async function readIn(query: SqlQuery): Promise<TimedRead> {
    // A thread that died did nothing but read, so another one may try.
    const answer = await run({ query }).catch((error: unknown) => {
      if (error instanceof ReadTookTooLong || isClosed()) throw error
      return run({ query })
    })
    if (answer.trouble) throw new DriverAdapterError(answer.trouble)
    return { result: answer.result as SqlResultSet, ms: answer.ms ?? 0 }
  }

  async function checkpoint(): Promise<void> {
    const told = async (mode: 'PASSIVE' | 'RESTART') => (await run({ checkpoint: mode })).result as Checkpoint
    const { pages } = await told('PASSIVE')
    if (pages > LONG_LOG_PAGES) await told('RESTART')
  }

  return {
    read(query) {
      if (state === 'ready') return isRead(query.sql) ? readIn(query) : null
      const isDue = asked++ % LOOK_EVERY === 0
      if (state === 'resting' && failures < MOST_FAILURES && isDue && isLarge()) void start()
      return null
    },
    onReady(work) {
      whenReady = work
    },
    noteCommit() {
      const now = performance.now()
      if (++commits < CHECKPOINT_COMMITS || now - checkpointAt < CHECKPOINT_EVERY_MS) return
      if (state !== 'ready') return
      commits = 0
      checkpointAt = now
      // Should no thread succeed, a commit does it in the end.
      checkpoint().catch(() => undefined)
    },
    async close() {
      state = 'closed'
      await pool?.destroy()
    },
  }
}

/** A `WITH` may write; the thread's connection then refuses it, and it runs where it may. */
const isRead = (sql: string): boolean => /^\s*(SELECT|WITH)\b/i.test(sql)

/** Whether a statement was refused because it writes. It has done nothing. */
export const isRefusedWrite = (error: unknown): boolean =>
  error instanceof DriverAdapterError && error.cause.originalCode?.startsWith('SQLITE_READONLY') === true

const tooLong = (ms: number, cause: unknown): Error =>
  new ReadTookTooLong(`Reading from the database took more than ${ms / 1000} s, so Purser gave up.`, {
    cause,
  })
