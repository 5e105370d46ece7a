/**
 * better-sqlite3 is synchronous, and Prisma around it hardly leaves the microtask queue, so nothing else gets a turn.
 */
const MAX_TURN_MS = 3

/** Gives timers and requests a turn if they had none for a while. */
export function createBreath(): () => Promise<void> {
  let turnBegan = performance.now()
  return async () => {
    if (performance.now() - turnBegan <= MAX_TURN_MS) return
    await new Promise<void>((proceed) => setImmediate(proceed))
    turnBegan = performance.now()
  }
}

/** Does work while holding a lock. */
export async function holding<T>(take: () => Promise<() => void>, work: () => Promise<T>): Promise<T> {
  const free = await take()
  try {
    return await work()
  } finally {
    free()
  }
}

/** Releases the lock if the work fails; else the caller that gets the result releases it later. */
export async function orFree<T>(free: () => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    free()
    throw error
  }
}

/** A first-come lock. What `take` answers gives it back. */
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
