import { createHash } from 'node:crypto'
import type { StoredKey } from '@/lib/keys/keys'
import type { GatewayCaller } from '@/lib/keys/services'
import { type Cache, createCache } from '@/lib/platform/cache'
import type { GatewayAnswer } from './types'

/** Whole answers that callers allow to be used again. */
export interface ReuseCache {
  /** Returns an answer to the same question that is no older than `maxAgeMs`, with its age; null if there is none. */
  find(question: ReuseCacheKey, maxAgeMs: number): GatewayAnswer | null
  keep(question: ReuseCacheKey, answer: GatewayAnswer): void
}

/**
 * The facts that must be the same: the team, the upstream key and its text (a cursor works only with its own key), and
 * the query.
 */
export interface ReuseCacheKey {
  readonly teamId: GatewayCaller['ctx']['team']['id']
  readonly key: Pick<StoredKey, 'id' | 'keyRef'>
  readonly target: string
}

/** An answer holds a cursor, which lives for a session: as long as in the page memory of runs. */
const MAX_MS = 3_600_000
const MAX_BYTES = 64 * 1024 * 1024

/** Creates the memory of a process; `now` is a monotonic clock in milliseconds. */
export function createReuseCache(now: () => number): ReuseCache {
  const kept = createKeptAnswers(MAX_BYTES, MAX_MS, now)
  return {
    find(question, maxAgeMs) {
      const found = kept.get(nameOf(question))
      if (!found || now() - found.at > maxAgeMs) return null
      const age = String(Math.floor((now() - found.at) / 1000))
      return { ...found.answer, headers: { ...found.answer.headers, age } }
    },
    keep(question, answer) {
      kept.set(nameOf(question), { target: question.target, answer, at: now() })
    },
  }
}

const nameOf = ({ teamId, key, target }: ReuseCacheKey): string =>
  createHash('sha256')
    .update(JSON.stringify([teamId, key.id, key.keyRef, target]))
    .digest('base64url')

/** An answer that is kept in memory for a while. */
export interface CachedAnswer {
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
const createKeptAnswers = (bytes: number, lifeMs: number, now: () => number): Cache<CachedAnswer> =>
  createCache<CachedAnswer>({
    max: bytes,
    sizeOf: ({ answer, target }) =>
      answer.body.length + target.length + sizeOfHeaders(answer.headers) + OVERHEAD,
    life: { ms: lifeMs, now },
  })

/** Requests that a caller names by ids of its own: one id is not bought twice. */
export interface RepeatCache {
  /**
   * Does the work, unless the same caller's request of this id is under way, or was answered within a minute and may
   * have been charged: then returns its answer. `differs` means that that request had another target, and `gone` that
   * its answer had to make room for others.
   */
  once(name: RepeatCacheKey, work: () => Promise<GatewayAnswer>): Promise<RepeatOutcome>
}

type RepeatOutcome = { readonly answer: GatewayAnswer; readonly isRepeat: boolean } | 'differs' | 'gone'

export interface RepeatCacheKey {
  readonly gatewayKeyId: string
  /** The caller's own id; null: each request is separate. */
  readonly requestId: string | null
  readonly target: string
}

const KEPT_MS = 60_000
/** More than can be answered within a minute. */
const MAX_NAMES = 50_000

/** Creates the memory of a process; `now` is a monotonic clock in milliseconds. */
export function createRepeatCache(now: () => number): RepeatCache {
  const kept = createKeptAnswers(MAX_BYTES, KEPT_MS, now)
  // Remembered for longer than their answers fit, because a repeat must not buy again.
  const charged = createCache<true>({ max: MAX_NAMES, life: { ms: KEPT_MS, now } })
  const underWay = new Map<string, { readonly target: string; readonly work: Promise<GatewayAnswer> }>()
  return {
    async once({ gatewayKeyId, requestId, target }, work) {
      if (requestId === null) return { answer: await work(), isRepeat: false }
      const name = `${gatewayKeyId} ${requestId}`
      for (let other = underWay.get(name); other; other = underWay.get(name)) {
        if (other.target !== target) return 'differs'
        const answer = await other.work.catch(() => null)
        // A request that went away while waiting has bought nothing.
        if (answer && answer.charge !== 'none') return { answer, isRepeat: true }
      }
      const before = kept.get(name)
      if (before) return before.target === target ? { answer: before.answer, isRepeat: true } : 'differs'
      if (charged.get(hashOf(name))) return 'gone'
      const mine = work()
      underWay.set(name, { target, work: mine })
      try {
        const answer = await mine
        if (answer.charge !== 'none') {
          kept.set(name, { target, answer, at: now() })
          charged.set(hashOf(name), true)
        }
        return { answer, isRepeat: false }
      } finally {
        underWay.delete(name)
      }
    },
  }
}

const hashOf = (name: string): string => createHash('sha256').update(name).digest('base64url')
