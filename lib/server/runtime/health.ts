import type { Clock } from '@/lib/kernel'
import { type Db, hasFittingSchema } from '@/lib/platform/db'
import { proveWritable } from '@/lib/server/jobs'
import type { Worker } from '@/lib/server/worker'

/** Health of this server, for monitoring. */
export interface Health {
  /** Returns whether the worker answers. Ignores the database, whose trouble a restart would not cure. */
  isLive(): Promise<boolean>
  /** Returns what keeps people from working; usually nothing. */
  findFailed(): Promise<readonly HealthPart[]>
}

type HealthPart = 'worker' | 'database' | 'schema'

interface HealthParts {
  readonly db: Db
  readonly clock: Clock
  readonly worker: Pick<Worker, 'answers'>
  /** Folder of this version's migrations. */
  readonly prismaFolder: string
}

/** Shorter than the usual timeout of monitoring. */
const MAX_MS = 3000
/** Time for which an answer is shared, because anybody may ask. */
const SHARED_MS = 1000

/** Creates the health checks of a process. Simultaneous requests share one. */
export function createHealth({ db, clock, worker, prismaFolder }: HealthParts): Health {
  const passes = (work: () => Promise<unknown>): Promise<boolean> => withinTime(clock, work)
  const isLive = () => passes(() => worker.answers())
  let writing: Promise<unknown> | null = null
  /** Starts no second write while one waits for a lock. */
  const write = () => {
    writing ??= proveWritable(db, clock).finally(() => {
      writing = null
    })
    return writing
  }
  const isWritable = () => passes(write)
  const fits = () =>
    passes(async () => {
      if (!(await hasFittingSchema(db, prismaFolder))) throw new Error('The schema is of another version.')
    })
  return {
    isLive: shared(clock, isLive),
    findFailed: shared(clock, async () => {
      const looks = { worker: isLive(), database: isWritable(), schema: fits() }
      const failed: HealthPart[] = []
      if (!(await looks.worker)) failed.push('worker')
      if (!(await looks.database)) failed.push('database')
      // Without the database nothing is known of its schema.
      else if (!(await looks.schema)) failed.push('schema')
      return failed
    }),
  }
}

/** Returns whether work succeeds in time. Slower work continues, but nobody waits for it. */
async function withinTime(clock: Clock, work: () => Promise<unknown>): Promise<boolean> {
  const done = new AbortController()
  const late = clock.sleep(MAX_MS, done.signal).then(
    () => false,
    () => false,
  )
  const passed = work().then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([passed, late])
  } finally {
    done.abort()
  }
}

/** Shares each check among all who ask within a second of its start. */
function shared<T>(clock: Clock, look: () => Promise<T>): () => Promise<T> {
  let latest: { readonly at: number; readonly result: Promise<T> } | null = null
  return () => {
    const now = clock.monotonic()
    if (latest === null || now - latest.at >= SHARED_MS) latest = { at: now, result: look() }
    return latest.result
  }
}
