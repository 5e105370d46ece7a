import { type Clock, invalid } from '@/lib/kernel'
import {
  createFirstRequestWindowLimiter,
  fixedWindow,
  gcra,
  type Limiter,
  slidingCounter,
  slidingLog,
  tokenBucket,
} from './limiters'

export { createWindowLog, type Limiter, type WindowLog } from './limiters'

const BURST = 5

/** Ways of counting a key's requests: "exceeds its requests-per-second limit" leaves it open (section "Errors"). */
const MAKERS = {
  'fixed-window': fixedWindow,
  'first-request-window': createFirstRequestWindowLimiter,
  'sliding-log': slidingLog,
  'sliding-counter': slidingCounter,
  'token-bucket': tokenBucket,
  gcra: gcra(BURST),
  'gcra-strict': gcra(1),
} as const satisfies Record<string, (shiftMs: number) => Limiter>

export type LimiterName = keyof typeof MAKERS

const isLimiterName = (name: string): name is LimiterName => Object.hasOwn(MAKERS, name)

export const LIMITER_NAMES: readonly LimiterName[] = Object.keys(MAKERS).filter(isLimiterName)

/** Parses a limiter's name. Throws `invalid` for any other name. */
export function parseLimiterName(name: string): LimiterName {
  if (isLimiterName(name)) return name
  throw invalid(`There is no limiter named "${name}": choose one of ${LIMITER_NAMES.join(', ')}.`)
}

/** The limiters of all keys. */
export interface Limiters {
  /** Returns the key's own limiter, by the key's hash. */
  of(keyHash: string): Limiter
  /** Sets the way of counting later requests; earlier counts are forgotten. */
  choose(name: LimiterName): void
  readonly name: LimiterName
}

export function createLimiters(first: LimiterName, clock: Clock): Limiters {
  // Windows follow the wall clock without its jumps. It counts whole milliseconds: a window must not begin later than
  // its second, or a client that returns at the announced second is refused.
  const shiftMs = clock.now().getTime() - clock.monotonic() + 1
  const limiters = new Map<string, Limiter>()
  let name = first
  return {
    of(keyHash) {
      const limiter = limiters.get(keyHash) ?? MAKERS[name](shiftMs)
      limiters.set(keyHash, limiter)
      return limiter
    },
    choose(changed) {
      name = changed
      limiters.clear()
    },
    get name() {
      return name
    },
  }
}
