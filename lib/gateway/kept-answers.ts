import { type Cache, createCache } from '@/lib/platform/cache'
import type { GatewayAnswer } from './types'

/** An answer that is kept in memory for a while. */
export interface KeptAnswer {
  readonly target: string
  readonly answer: GatewayAnswer
  /** Milliseconds of a monotonic clock. */
  readonly at: number
}

/** Bytes that an answer takes besides its texts. */
const OVERHEAD = 1000

/** Returns the size of the headers, of which an upstream may send many kilobytes. */
const sizeOfHeaders = (headers: GatewayAnswer['headers']): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length, 0)

/** Creates a cache of answers within a limit of bytes; `now` is a monotonic clock in milliseconds. */
export const createKeptAnswers = (bytes: number, lifeMs: number, now: () => number): Cache<KeptAnswer> =>
  createCache<KeptAnswer>({
    most: bytes,
    sizeOf: ({ answer, target }) =>
      answer.body.length + target.length + sizeOfHeaders(answer.headers) + OVERHEAD,
    life: { ms: lifeMs, now },
  })
