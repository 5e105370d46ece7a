import PQueue from 'p-queue'
import { AppError } from '@/lib/kernel'

/**
 * The standing of a visitor. stranger: anybody unknown · known: a signed-in person, or a browser in which the account
 * has signed in before.
 */
export type Standing = 'stranger' | 'known'

/** Hashes and compares all passwords of a process, one at a time, so that pages stay quick. */
export interface Hashing {
  /** Does the work in its turn. Returns null at once if too many of that standing wait. */
  run<T>(standing: Standing, work: () => Promise<T>): Promise<{ readonly result: T } | null>
}

/** Maximum number of waiting passwords. One takes about 20 ms, so the last of a full queue waits about a second. */
const MAX_WAITING: Readonly<Record<Standing, number>> = { stranger: 40, known: 40 }

export function createHashing(): Hashing {
  const queue = new PQueue({ concurrency: 1 })
  const waiting: Record<Standing, number> = { stranger: 0, known: 0 }
  return {
    async run(standing, work) {
      if (waiting[standing] >= MAX_WAITING[standing]) return null
      waiting[standing]++
      // Strangers can fill only their own places; known visitors go first.
      return queue
        .add(async () => ({ result: await work() }), { priority: standing === 'known' ? 1 : 0 })
        .finally(() => {
          waiting[standing]--
        })
    },
  }
}

/** Does the work in its turn, for verbs that answer with an error. */
export async function hashInTurn<T>(
  hashing: Hashing,
  standing: Standing,
  work: () => Promise<T>,
): Promise<T> {
  const done = await hashing.run(standing, work)
  if (!done) throw new AppError('rate_limited', 'Too many people are signing in. Try again in a few seconds.')
  return done.result
}
