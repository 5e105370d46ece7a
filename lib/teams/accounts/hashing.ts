import PQueue from 'p-queue'
import { AppError } from '@/lib/kernel'

/**
 * stranger: anybody who is not known · known: a signed-in person, or a browser in which the account has signed in before.
 */
export type Standing = 'stranger' | 'known'

/** The one place where passwords are hashed and compared: one at a time, so that pages stay quick. */
export interface Hashing {
  /** Does the work in its turn; null at once where too many wait of that standing. */
  run<T>(standing: Standing, work: () => Promise<T>): Promise<{ readonly result: T } | null>
}

/** A password takes about 20 ms: the last of a full line waits about a second. */
const MOST_WAITING: Readonly<Record<Standing, number>> = { stranger: 40, known: 40 }

export function createHashing(): Hashing {
  const queue = new PQueue({ concurrency: 1 })
  const waiting: Record<Standing, number> = { stranger: 0, known: 0 }
  return {
    async run(standing, work) {
      if (waiting[standing] >= MOST_WAITING[standing]) return null
      waiting[standing]++
      // Strangers can fill their own places only: who is known goes first.
      return queue
        .add(async () => ({ result: await work() }), { priority: standing === 'known' ? 1 : 0 })
        .finally(() => {
          waiting[standing]--
        })
    },
  }
}

/** The same for verbs that answer with an error. */
export async function hashInTurn<T>(
  hashing: Hashing,
  standing: Standing,
  work: () => Promise<T>,
): Promise<T> {
  const done = await hashing.run(standing, work)
  if (!done) throw new AppError('rate_limited', 'Too many people are signing in. Try again in a few seconds.')
  return done.result
}
