import { systemClock } from '@/lib/kernel'
import type { Answer, Provider } from '@/lib/upstream/client'
import { createPacer } from '@/lib/upstream/pacing'

const MAX_TRIES = 4

/** Sends the suite's calls at the key's own pace, as Purser does. */
export interface Paced {
  /** Sends a call in its slot; a refused one is sent again, up to four times in all. */
  call<T>(send: () => Promise<Answer<T>>): Promise<Answer<T>>
  setRate(requestsPerSecond: number): void
  /** Returns the number of calls made, and how many of them were refused with 429. */
  counts(): { readonly calls: number; readonly refused: number }
}

/**
 * Creates the pace, which begins at the provider's limit; without one at a call a second, which every pack
 * allows (section "Rate limit").
 */
export function createPaced(rate: Provider['rate']): Paced {
  const own = rate === null ? 1 : { requests: rate.requests, windowMs: rate.perMs }
  const pacer = createPacer({ rate: own, clock: systemClock })
  let [calls, refused] = [0, 0]
  return {
    async call(send) {
      for (let tries = 1; ; tries++) {
        const slot = await pacer.slot({ goesFirst: tries > 1 })
        calls++
        const answer = await send()
        if (answer.ok || answer.problem.kind !== 'rate_limited') {
          slot.answered()
          return answer
        }
        refused++
        slot.refused({ retryAfterMs: answer.problem.retryAfterMs ?? null })
        if (tries === MAX_TRIES) return answer
      }
    },
    setRate: (requestsPerSecond) => pacer.setRate(requestsPerSecond),
    counts: () => ({ calls, refused }),
  }
}
