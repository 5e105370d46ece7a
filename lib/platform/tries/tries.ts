import { isIPv6 } from 'node:net'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Clock } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'

/**
 * Counts tries with invalid tokens: those of one token, and the different ones that come from one network. A program
 * that repeats a wrong one locks out nobody beside it. Tokens are identified by their hashes.
 */
export interface TokenTryLimiter {
  /** Returns for how many milliseconds this token is refused without a look; 0: it may try. */
  waitMs(tokenHash: string, source: string): Promise<number>
  right(tokenHash: string): void
  wrong(tokenHash: string, source: string): Promise<void>
}

/**
 * Maximum number of tries a minute. Tokens have more than 140 random bits: the limit keeps a flood of wrong ones from
 * costing time, and reveals a mistake.
 */
const POINTS = 60
const SECONDS = 60
/** Time for which a token that was right may always try, so that others behind the same address cannot lock it out. */
const KNOWN_MS = 3_600_000
const MAX_KNOWN = 10_000

/** Creates the counts of a process. */
export function createTokenTryLimiter(clock: Pick<Clock, 'monotonic'>): TokenTryLimiter {
  const [byToken, byNetwork] = [limiter(), limiter()]
  const known = createCache<true>({
    max: MAX_KNOWN,
    life: { ms: KNOWN_MS, now: () => clock.monotonic() },
  })
  return {
    async waitMs(tokenHash, source) {
      if (known.get(tokenHash)) return 0
      const states = [await byToken.get(tokenHash), await byNetwork.get(networkOf(source))]
      return Math.max(...states.map((state) => (isOver(state) ? state.msBeforeNext : 0)))
    },
    right(tokenHash) {
      known.set(tokenHash, true)
    },
    async wrong(tokenHash, source) {
      known.delete(tokenHash)
      if ((await count(byToken, tokenHash)) === 1) await count(byNetwork, networkOf(source))
    },
  }
}

const limiter = () => new RateLimiterMemory({ points: POINTS, duration: SECONDS })

const isOver = (state: RateLimiterRes | null): state is RateLimiterRes =>
  state !== null && state.consumedPoints > POINTS

/** Returns the number of the try within the minute; null once the points are used up, although it still counts. */
const count = (tries: RateLimiterMemory, of: string): Promise<number | null> =>
  tries.consume(of).then(
    ({ consumedPoints }) => consumedPoints,
    () => null,
  )

/**
 * Returns the network of an address. One machine has as many IPv6 addresses as it likes, so they count by their
 * network of 64 bits.
 */
function networkOf(source: string): string {
  if (!isIPv6(source)) return source
  const [head = '', tail = ''] = source.split('::')
  const groups = head.split(':')
  const left = source.includes('::') ? 8 - groups.length - tail.split(':').length : 0
  return [...groups, ...Array.from({ length: Math.max(0, left) }, () => '0')].slice(0, 4).join(':')
}
