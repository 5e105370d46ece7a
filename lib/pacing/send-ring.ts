/** The moments of a key's last sends: as many as a second may hold. Milliseconds of a monotonic clock. */
export interface SendRing {
  push(at: number): void
  /** The oldest send that is still remembered; minus infinity while there are fewer than the ring holds. */
  oldest(): number
  /** How many sends are younger than `ms` at `now`. */
  youngerThan(ms: number, now: number): number
  /** A ring of another size with the same sends, the oldest left out where they do not fit. */
  resized(size: number): SendRing
}

const NEVER = Number.NEGATIVE_INFINITY

export function createSendRing(size: number, sends: readonly number[] = []): SendRing {
  const ring = new Float64Array(Math.max(1, Math.floor(size))).fill(NEVER)
  let place = 0
  const push = (at: number) => {
    ring[place] = at
    place = (place + 1) % ring.length
  }
  for (const at of sends.slice(-ring.length)) push(at)
  const inOrder = () => [...ring.subarray(place), ...ring.subarray(0, place)].filter((at) => at !== NEVER)
  return {
    push,
    oldest: () => ring[place] ?? NEVER,
    youngerThan: (ms, now) => ring.reduce((count, at) => (at > now - ms ? count + 1 : count), 0),
    resized: (other) => createSendRing(other, inOrder()),
  }
}
