import type { Operation } from '@/lib/kernel'
import type { ProviderField } from './findings'
import type { Session } from './session'

export type Topic =
  | 'key check'
  | 'errors'
  | 'followers'
  | 'timelines'
  | 'search'
  | 'pagination'
  | 'page size'
  | 'charging'
  | 'rate limit'

/** One statement about an upstream that can be found true or false by calling it. */
export interface Check {
  readonly topic: Topic
  /** A sentence that holds for an upstream that follows the interface and its provider. */
  readonly name: string
  /** The pages it may buy at most, should no check before have bought them; none: it costs nothing. */
  readonly buys: readonly Operation[]
  /** Throws `Differs` or `NotChecked`. */
  readonly run: (session: Session) => Promise<void>
}

/** What came of a check. */
export interface Outcome {
  /** The check's topic and name. */
  readonly statement: string
  readonly state: 'holds' | 'differs' | 'not checked'
  /** Why it does not hold, or was not checked. */
  readonly why: string | null
  /** Fields of the provider that would explain a difference. */
  readonly fields: readonly ProviderField[]
  /** What was learnt on the way, in sentences. */
  readonly notes: readonly string[]
  /** Of the whole session so far. */
  readonly itemsSpent: number
}
