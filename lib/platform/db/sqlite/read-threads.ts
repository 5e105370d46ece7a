import { statSync } from 'node:fs'
import { DriverAdapterError, type SqlQuery, type SqlResultSet } from '@prisma/driver-adapter-utils'
import { createCache } from '@/lib/platform/cache'
import { createCheckpoints } from './checkpoints'
import { ReadTimeoutError, startReadThreads, type ThreadAnswer, type ThreadLanes } from './thread-lanes'

/** Threads that read a SQLite file, each with its own connection, so that no long read blocks the event loop. */
export interface ReadThreads {
  /** Returns the result of a statement for which `isRead` holds; null if the caller must run it. */
  read(query: SqlQuery): Promise<SqlResultSet | null> | null
  /** Notes a commit. From time to time, a thread then copies the log into the file. */
  noteCommit(): void
  /**
   * Registers the function that sets the length of the log, in pages, from which a commit copies it itself; 0 for
   * never.
   */
  onAutoCheckpoint(set: (pages: number) => Promise<void>): void
  /** Ends the threads. Their current work is lost, as with a closed connection. */
  close(): Promise<void>
}

export interface ReadThreadsOptions {
  /** Options that are passed on to the adapter. */
  readonly adapter: object
  /** Minimum size of the file. Smaller files need no thread, because no statement on them takes long. */
  readonly fromBytes?: number
  /** Maximum time of a read. A longer one fails, and its thread is replaced. */
  readonly longestMs?: number
  readonly entry?: string
}

type Trouble = ConstructorParameters<typeof DriverAdapterError>[0]

const FROM_BYTES = 8 * 1024 ** 2
const MAX_MS = 15_000
const MAX_FAILURES = 3
/** Number of statements between two checks whether the file has become large enough for threads. */
const LOOK_EVERY = 500

/** Creates the threads of one database file. They start once the file is large enough. */
export function createReadThreads(file: string, options: ReadThreadsOptions): ReadThreads {
  const { adapter, fromBytes = FROM_BYTES, longestMs = MAX_MS, entry } = options
  const known = createKnownReads()
  const checkpoints = createCheckpoints((task) => lanes?.run('checkpoints', task) ?? null)
  let lanes: ThreadLanes | null = null
  let starting: Promise<void> | null = null
  let [asked, failures, closed] = [0, 0, false]

  const isLarge = (): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= fromBytes

  async function start(): Promise<void> {
    try {
      const started = await startReadThreads({ file, adapter, longestMs, entry })
      if (closed) return await started.close()
      lanes = started
      // Not awaited, because a transaction may hold the connection.
      void checkpoints.begin()
    } catch {
      failures++
    } finally {
      starting = null
    }
  }

  function startWhereWorthIt(): void {
    if (closed || starting || failures >= MAX_FAILURES || asked++ % LOOK_EVERY !== 0) return
    if (isLarge()) starting = start()
  }

  async function readIn(ready: ThreadLanes, query: SqlQuery): Promise<SqlResultSet> {
    const lane = known.isSlow(query.sql) ? 'slowReads' : 'reads'
    const task = { query, isNew: known.isNew(query.sql) }
    // A thread that died had only read, so another one may try.
    const answer = await ready
      .run(lane, task)
      .catch((error: unknown) => {
        if (closed || error instanceof ReadTimeoutError) throw error
        return ready.run(lane, task)
      })
      .catch((error: unknown) => {
        known.note(query.sql, { ms: longestMs })
        throw error instanceof ReadTimeoutError ? error : diedTwice(error)
      })
    return resultOf(answer, query)
  }

  function resultOf({ result, ms = 0, isBounded, trouble }: ThreadAnswer, { sql }: SqlQuery): SqlResultSet {
    if (trouble) throw new DriverAdapterError(trouble as Trouble)
    known.note(sql, { ms, ...(isBounded !== undefined && { isBounded }) })
    return result as SqlResultSet
  }

  return {
    read(query) {
      if (lanes) return known.isBounded(query.sql, query.args.length) ? null : readIn(lanes, query)
      startWhereWorthIt()
      // On a large file, the first statements may be the longest of all.
      return starting?.then(() => lanes && readIn(lanes, query)) ?? null
    },
    noteCommit: checkpoints.noteCommit,
    onAutoCheckpoint: checkpoints.onAutoCheckpoint,
    async close() {
      closed = true
      checkpoints.end()
      await starting
      await lanes?.close()
    },
  }
}

/**
 * Returns whether a statement may be a read. A `WITH` may write: the thread's connection refuses it, and it then runs
 * on the main one.
 */
export const isRead = ({ sql }: SqlQuery): boolean => /^\s*(SELECT|WITH)\b/i.test(sql)

/** Returns whether a statement was refused because it writes. It has done nothing. */
export const isRefusedWrite = (error: unknown): boolean =>
  error instanceof DriverAdapterError && error.cause.originalCode?.startsWith('SQLITE_READONLY') === true

const diedTwice = (cause: unknown): Error =>
  new ReadTimeoutError('The threads that read the database ended while they read, so Purser gave up.', {
    cause,
  })

/** A memory of how this process's read statements performed. */
interface KnownReads {
  /** Returns whether a statement was never noted. */
  isNew(text: string): boolean
  /**
   * Returns whether a statement is quick with any values, by its plan. A detour to a thread would then only cost time.
   */
  isBounded(text: string, values: number): boolean
  /** Returns whether a statement took long when it was last noted. */
  isSlow(text: string): boolean
  note(text: string, seen: { readonly ms: number; readonly isBounded?: boolean }): void
}

const SLOW_MS = 100
/** Maximum number of values of a quick statement, because it reads a row for each. */
const MAX_VALUES = 32
/**
 * Maximum number of remembered statements. Those with lists of different lengths are many, so the least recently used
 * are dropped.
 */
const MAX_TEXTS = 2000

/**
 * Creates a memory of statements by text. A quick run proves nothing: with other values, the same text may take
 * seconds.
 */
function createKnownReads(): KnownReads {
  const known = createCache<{ isBounded: boolean; isSlow: boolean }>({ max: MAX_TEXTS })
  return {
    isNew: (text) => known.get(text) === undefined,
    isBounded: (text, values) => values <= MAX_VALUES && known.get(text)?.isBounded === true,
    isSlow: (text) => known.get(text)?.isSlow === true,
    note(text, { ms, isBounded }) {
      const isSlow = ms > SLOW_MS
      const before = known.get(text)
      if (before) before.isSlow = isSlow
      else known.set(text, { isBounded: isBounded === true, isSlow })
    },
  }
}
