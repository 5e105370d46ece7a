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

/** A statement about an upstream that calls can prove true or false. */
export interface Check {
  readonly topic: Topic
  /** A sentence that is true of an upstream that follows the interface and its provider. */
  readonly name: string
  /** The pages that it buys at most, if no earlier check has bought them; empty if it costs nothing. */
  readonly buys: readonly Operation[]
  /** Throws `Differs` or `NotChecked`. */
  readonly run: (session: Session) => Promise<void>
}

/** The outcome of a check. */
export interface Outcome {
  /** The check's topic and name. */
  readonly statement: string
  readonly state: 'holds' | 'differs' | 'not checked'
  /** Why it does not hold, or was not checked. */
  readonly why: string | null
  /** Fields of the provider that would explain a difference. */
  readonly fields: readonly ProviderField[]
  /** What was learnt from the check, in sentences. */
  readonly notes: readonly string[]
  /** Items spent in the session so far. */
  readonly itemsSpent: number
}
