/** Whether a key's limiter counts more strictly than a second at a time. Milliseconds of a monotonic clock. */
export interface Strictness {
  isStrict(now: number): boolean
  /** A call was refused; `isEarly` when the second before it held clearly less than the pack allows. */
  refused(now: number, isEarly: boolean): void
}

const STRICT_AFTER = 4
const FORGET_AFTER_MS = 6000
const LIFTED_AFTER_MS = 60_000

/**
 * Refusals that go on below the pack's rate mean spacing without any catching up. After a quiet minute it is lifted:
 * it may have been someone else's calls with the same key.
 */
export function createStrictness(): Strictness {
  let isStrict = false
  let early = 0
  let refusedAt = Number.NEGATIVE_INFINITY
  const lift = (now: number) => {
    if (now - refusedAt > FORGET_AFTER_MS) early = 0
    if (now - refusedAt > LIFTED_AFTER_MS) isStrict = false
  }
  return {
    isStrict(now) {
      lift(now)
      return isStrict
    },
    refused(now, isEarly) {
      lift(now)
      early = isEarly ? early + 1 : 0
      refusedAt = now
      if (early >= STRICT_AFTER) isStrict = true
    },
  }
}
