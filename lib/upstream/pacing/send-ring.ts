/** The moments of a key's last sends, as many as a window may hold. Times are milliseconds of a monotonic clock. */
export interface SendRing {
  /** Adds a send. Returns its number, which counts everything that this ring and its predecessors have held. */
  push(at: number): number
  /** Changes the moment of a send if it is still remembered. */
  correct(place: number, at: number): void
  /** Returns the moment of the oldest remembered send; minus infinity while the ring is not full. */
  oldest(): number
  /** Returns how many sends are younger than `ms` at `now`. */
  youngerThan(ms: number, now: number): number
  /** Returns a ring of another size with the same sends, without the oldest if they do not fit. */
  resized(size: number): SendRing
}

const NEVER = Number.NEGATIVE_INFINITY

export function createSendRing(size: number, sends: readonly number[] = [], before = 0): SendRing {
  const ring = new Float64Array(Math.max(1, Math.floor(size))).fill(NEVER)
  let count = before
  const push = (at: number) => {
    ring[count % ring.length] = at
    return count++
  }
  for (const at of sends.slice(-ring.length)) push(at)
  const inOrder = () => {
    const place = count % ring.length
    return [...ring.subarray(place), ...ring.subarray(0, place)].filter((at) => at !== NEVER)
  }
  return {
    push,
    correct(place, at) {
      if (place >= count - ring.length) ring[place % ring.length] = at
    },
    oldest: () => ring[count % ring.length] ?? NEVER,
    youngerThan: (ms, now) => ring.reduce((sum, at) => (at > now - ms ? sum + 1 : sum), 0),
    resized(other) {
      const kept = inOrder().slice(-Math.max(1, Math.floor(other)))
      return createSendRing(other, kept, count - kept.length)
    },
  }
}
