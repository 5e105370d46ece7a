/**
 * Maximum time without yielding. better-sqlite3 is synchronous, and Prisma hardly leaves the microtask queue around
 * it, so nothing else would get a turn.
 */
const MAX_TURN_MS = 3

/** Returns a function that gives timers and requests a turn if they had none for a while. */
export function createBreath(): () => Promise<void> {
  let turnBegan = performance.now()
  return async () => {
    if (performance.now() - turnBegan <= MAX_TURN_MS) return
    await new Promise<void>((proceed) => setImmediate(proceed))
    turnBegan = performance.now()
  }
}

/** Runs work while holding a lock. */
export async function holding<T>(take: () => Promise<() => void>, work: () => Promise<T>): Promise<T> {
  const free = await take()
  try {
    return await work()
  } finally {
    free()
  }
}

/** Releases the lock if the work fails. Otherwise the caller that gets the result releases it later. */
export async function orFree<T>(free: () => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    free()
    throw error
  }
}

/** A first-come lock. The function that `take` returns releases it. */
export interface Lock {
  take(): Promise<() => void>
  isFree(): boolean
}

export function createLock(): Lock {
  let tail: Promise<void> = Promise.resolve()
  let takers = 0
  return {
    async take() {
      const { promise, resolve } = deferred()
      const before = tail
      tail = promise
      takers++
      await before
      return () => {
        takers--
        resolve()
      }
    },
    isFree: () => takers === 0,
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
