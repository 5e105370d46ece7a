import { join } from 'node:path'
import type { SqlQuery } from '@prisma/driver-adapter-utils'
import type { Piscina } from 'piscina'

/** A task for a thread of `read-thread.mjs`. */
export interface ThreadTask {
  readonly query?: SqlQuery
  /** True if the statement's plan is wanted, too. */
  readonly isNew?: boolean
  readonly checkpoint?: { readonly longLogPages: number }
}

/** A thread's answer. */
export interface ThreadAnswer {
  readonly result?: unknown
  readonly ms?: number
  readonly isBounded?: boolean
  readonly trouble?: object
}

/** Threads for different kinds of work, so that none waits for another. */
export interface ThreadLanes {
  /** Runs a task. Throws `ReadGivenUp` if it takes too long, and another error if its thread died. */
  run(lane: ThreadLane, task: ThreadTask): Promise<ThreadAnswer>
  /** Ends the threads. A thread that is running a statement ends after it, without anybody waiting for that. */
  close(): Promise<void>
}

/** Maximum number of threads for each kind of work. */
const MAX_THREADS = { reads: 2, slowReads: 2, checkpoints: 1 } as const
export type ThreadLane = keyof typeof MAX_THREADS

const IDLE_MS = 60_000
const CLOSE_MS = 2_000
const MAX_CHECKPOINT_MS = 60_000

/** Thrown if a read takes too long. Not an AppError, because Prisma replaces any error that has a code with its own. */
export class ReadTimeoutError extends Error {
  override readonly name = 'ReadGivenUp'
}

interface LanesOptions {
  readonly file: string
  readonly adapter: object
  readonly longestMs: number
  readonly entry?: string | undefined
}

/**
 * Returns the path of the threads' code, relative to the folder in which Purser is started, because a bundle does not
 * lie next to its sources.
 */
const entryFile = (): string =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'platform', 'db', 'sqlite', 'read-thread.mjs')

/** Starts the first thread and waits until it is ready. The others start on demand. */
export async function startReadThreads({
  file,
  adapter,
  longestMs,
  entry,
}: LanesOptions): Promise<ThreadLanes> {
  const { Piscina } = await import('piscina')
  const poolOf = (lane: ThreadLane): Piscina<ThreadTask, ThreadAnswer> => {
    const pool = new Piscina<ThreadTask, ThreadAnswer>({
      filename: entry ?? entryFile(),
      minThreads: lane === 'reads' ? 1 : 0,
      maxThreads: MAX_THREADS[lane],
      idleTimeout: IDLE_MS,
      execArgv: [],
      workerData: { file, options: adapter },
    })
    // A thread's current tasks are rejected through their own promises.
    pool.on('error', () => undefined)
    return pool
  }
  const pools = { reads: poolOf('reads'), slowReads: poolOf('slowReads'), checkpoints: poolOf('checkpoints') }
  const close = async (): Promise<void> => {
    const ended = Promise.all(Object.values(pools).map((pool) => pool.destroy()))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise((proceed) => {
      timer = setTimeout(proceed, CLOSE_MS)
    })
    await Promise.race([ended, late])
    clearTimeout(timer)
  }
  try {
    await pools.reads.run({})
  } catch (error) {
    await close()
    throw error
  }
  /**
   * Starts a thread if tasks wait. A pool that lost a thread starts another one only with a new task, but the waiting
   * tasks need one, too.
   */
  const wake = (lane: ThreadLane): void => {
    const { queueSize, threads } = pools[lane]
    if (queueSize > 0 && threads.length < MAX_THREADS[lane]) void pools[lane].run({}).catch(() => undefined)
  }
  return {
    async run(lane, task) {
      const signal = AbortSignal.timeout(lane === 'checkpoints' ? MAX_CHECKPOINT_MS : longestMs)
      try {
        return await pools[lane].run(task, { signal })
      } catch (error) {
        wake(lane)
        if (!signal.aborted) throw error
        throw new ReadTimeoutError(
          `Reading from the database took more than ${longestMs / 1000} s, so Purser gave up.`,
          { cause: error },
        )
      }
    },
    close,
  }
}
