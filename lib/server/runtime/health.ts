import type { Clock } from '@/lib/kernel'
import { type Db, hasFittingSchema } from '@/lib/platform/db'
import { proveWritable } from '@/lib/server/jobs'
import type { Worker } from '@/lib/server/worker'

/** How this server does, for those who watch over it. */
export interface Health {
  /** Whether the worker answers. Nothing of the database: a restart would not mend it. */
  isLive(): Promise<boolean>
  /** What keeps people from working: nothing as a rule. */
  findFailed(): Promise<readonly HealthPart[]>
}

type HealthPart = 'worker' | 'database' | 'schema'

interface HealthParts {
  readonly db: Db
  readonly clock: Clock
  readonly worker: Pick<Worker, 'answers'>
  /** Where this version's migrations lie. */
  readonly prismaFolder: string
}

/** Less than those who watch wait. */
const MAX_MS = 3000
/** Anybody may ask: an answer serves all who ask within such a time. */
const SHARED_MS = 1000

/** Makes the looks of a process. Those who ask at once share one. */
export function createHealth({ db, clock, worker, prismaFolder }: HealthParts): Health {
  const passes = (work: () => Promise<unknown>): Promise<boolean> => withinTime(clock, work)
  const isLive = () => passes(() => worker.answers())
  let writing: Promise<unknown> | null = null
  /** No second write while one waits for a lock. */
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

/** Whether it succeeds in time. What takes longer goes on, and nobody waits for it. */
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

/** One look for all who ask while it goes on, and a moment longer. */
function shared<T>(clock: Clock, look: () => Promise<T>): () => Promise<T> {
  let latest: { readonly at: number; readonly result: Promise<T> } | null = null
  return () => {
    const now = clock.monotonic()
    if (latest === null || now - latest.at >= SHARED_MS) latest = { at: now, result: look() }
    return latest.result
  }
}
