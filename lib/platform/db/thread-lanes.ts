import { join } from 'node:path'
import type { SqlQuery } from '@prisma/driver-adapter-utils'
import type { Piscina } from 'piscina'

/** What a thread of `read-thread.mjs` is asked. */
export interface ThreadTask {
  readonly query?: SqlQuery
  /** Whether the statement's plan is wanted too. */
  readonly isNew?: boolean
  readonly checkpoint?: { readonly longLogPages: number }
}

/** What it answers. */
export interface ThreadAnswer {
  readonly result?: unknown
  readonly ms?: number
  readonly isBounded?: boolean
  readonly trouble?: object
}

/** Threads for different work, so that none of it waits for the other. */
export interface ThreadLanes {
  /** Does a task. Throws `ReadGivenUp` when it takes too long, another error when its thread died. */
  run(lane: ThreadLane, task: ThreadTask): Promise<ThreadAnswer>
  /** Ends the threads. One that is within a statement ends after it, and nobody waits for that long. */
  close(): Promise<void>
}

/** How many threads each work has at most. */
const MAX_THREADS = { reads: 2, slowReads: 2, checkpoints: 1 } as const
export type ThreadLane = keyof typeof MAX_THREADS

const IDLE_MS = 60_000
const CLOSE_MS = 2_000
const MAX_CHECKPOINT_MS = 60_000

/** No AppError: Prisma replaces any error that has a code with its own. */
export class ReadGivenUp extends Error {
  override readonly name = 'ReadGivenUp'
}

interface LanesOptions {
  readonly file: string
  readonly adapter: object
  readonly longestMs: number
  readonly entry?: string | undefined
}

/** Found by the folder in which Purser is started: a bundle does not lie beside its sources. */
const entryFile = (): string =>
  join(/* turbopackIgnore: true */ process.cwd(), 'lib', 'platform', 'db', 'read-thread.mjs')

/** Starts the first thread and waits until it is ready. The others start when they are needed. */
export async function startThreads({ file, adapter, longestMs, entry }: LanesOptions): Promise<ThreadLanes> {
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
    // What a thread was at is refused by its own promise.
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
  /** A pool that lost a thread starts another one only when it is given work: what waits there already needs one too. */
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
        throw new ReadGivenUp(
          `Reading from the database took more than ${longestMs / 1000} s, so Purser gave up.`,
          { cause: error },
        )
      }
    },
    close,
  }
}
