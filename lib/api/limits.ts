import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** The number of requests that a token has left in this window. */
export interface RequestAllowance {
  readonly max: number
  readonly seconds: number
  readonly left: number
  readonly resetsInMs: number
  readonly isExceeded: boolean
}

/** The limits of a process. Each instance counts separately. */
export interface ApiRateLimiter {
  /** Counts a request of a token. */
  use(tokenId: string): Promise<RequestAllowance>
}

/** Maximum number of requests in a window: twenty a second, which may also come all at once. */
const MAX = 1200
const SECONDS = 60

/** Creates the counts of a process. */
export function createApiRateLimiter(max = MAX): ApiRateLimiter {
  const byToken = new RateLimiterMemory({ points: max, duration: SECONDS })
  return {
    async use(tokenId) {
      const state = await byToken.consume(tokenId).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused
        throw refused
      })
      const { remainingPoints: left, msBeforeNext: resetsInMs, consumedPoints } = state
      return { max, seconds: SECONDS, left, resetsInMs, isExceeded: consumedPoints > max }
    },
  }
}

/** Returns the headers of the IETF's draft "RateLimit header fields for HTTP". */
export const rateLimitHeaders = ({
  max,
  seconds,
  left,
  resetsInMs,
}: RequestAllowance): [string, string][] => [
  ['ratelimit-policy', `"token";q=${max};w=${seconds}`],
  ['ratelimit', `"token";r=${left};t=${toWholeSeconds(resetsInMs)}`],
]

export const toWholeSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))
