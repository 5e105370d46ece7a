import { createHash } from 'node:crypto'
import { createCache } from '@/lib/platform/cache'
import { createKeptAnswers } from './kept-answers'
import type { GatewayAnswer } from './types'

/** Requests that a caller names by ids of its own: one id is not bought twice. */
export interface Repeats {
  /**
   * Does the work, unless the same caller's request of this id is under way, or was answered within a minute and may
   * have been charged: then returns its answer. `differs` means that that request had another target, and `gone` that
   * its answer had to make room for others.
   */
  once(name: RepeatName, work: () => Promise<GatewayAnswer>): Promise<RepeatOutcome>
}

type RepeatOutcome = { readonly answer: GatewayAnswer; readonly isRepeat: boolean } | 'differs' | 'gone'

export interface RepeatName {
  readonly gatewayKeyId: string
  /** The caller's own id; null: each request is separate. */
  readonly requestId: string | null
  readonly target: string
}

const KEPT_MS = 60_000
const MAX_BYTES = 64 * 1024 * 1024
/** More than can be answered within a minute. */
const MAX_NAMES = 50_000

/** Creates the memory of a process; `now` is a monotonic clock in milliseconds. */
export function createRepeats(now: () => number): Repeats {
  const kept = createKeptAnswers(MAX_BYTES, KEPT_MS, now)
  // Remembered for longer than their answers fit, because a repeat must not buy again.
  const charged = createCache<true>({ most: MAX_NAMES, life: { ms: KEPT_MS, now } })
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
