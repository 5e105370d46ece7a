import { createHash } from 'node:crypto'
import type { StoredKey } from '@/lib/keys/keys'
import type { Caller } from '@/lib/keys/services'
import { createKeptAnswers } from './kept-answers'
import type { GatewayAnswer } from './types'

/** Whole answers that callers allow to be used again. */
export interface Reuse {
  /** Returns an answer to the same question that is no older than `maxAgeMs`, with its age; null if there is none. */
  find(question: ReuseName, maxAgeMs: number): GatewayAnswer | null
  keep(question: ReuseName, answer: GatewayAnswer): void
}

/**
 * The facts that must be the same: the team, the upstream key and its text (a cursor works only with its own key), and
 * the query.
 */
export interface ReuseName {
  readonly teamId: Caller['ctx']['team']['id']
  readonly key: Pick<StoredKey, 'id' | 'keyRef'>
  readonly target: string
}

/** An answer holds a cursor, which lives for a session: as long as in the page memory of runs. */
const MAX_MS = 3_600_000
const MAX_BYTES = 64 * 1024 * 1024

/** Creates the memory of a process; `now` is a monotonic clock in milliseconds. */
export function createReuse(now: () => number): Reuse {
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

const nameOf = ({ teamId, key, target }: ReuseName): string =>
  createHash('sha256')
    .update(JSON.stringify([teamId, key.id, key.keyRef, target]))
    .digest('base64url')
