import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { createCache } from '@/lib/platform/cache'

/**
 * Keeps each gateway key's questions about itself within its rate. They wait for no slot, but each reads the database.
 */
export interface KeyInfoRate {
  /** Returns null if the question may pass; else the milliseconds until the next one may. */
  take(gatewayKeyId: string, requestsPerSecond: number): Promise<number | null>
}

const MAX = 10_000

/** Creates the counts of a process. */
export function createKeyInfoRate(): KeyInfoRate {
  const limiters = createCache<RateLimiterMemory>({ most: MAX })
  return {
    async take(gatewayKeyId, requestsPerSecond) {
      // A caller at an even pace may be one call ahead.
      const points = requestsPerSecond + 1
      const name = `${gatewayKeyId} ${points}`
      const limiter = limiters.get(name) ?? new RateLimiterMemory({ points, duration: 1 })
      limiters.set(name, limiter)
      try {
        await limiter.consume(gatewayKeyId)
        return null
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        return error.msBeforeNext
      }
    },
  }
}
