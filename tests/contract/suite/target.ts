import type { Secret } from '@/lib/kernel'
import type { Provider } from '@/lib/upstream/client'

/** The upstream under test: all that the suite knows of it. */
export interface Target {
  readonly baseUrl: string
  readonly provider: Provider
  readonly key: Secret
  readonly subjects: Subjects
  /** The most items that all calls together may bring; null: any number, and then nothing may stay unchecked. */
  readonly maxItems: number | null
  /** A key whose wallet holds nothing, where there is one. */
  readonly emptyKey?: Secret
  /** Whether a balance is told to its last digit: then the price of an item must come out the same exactly. */
  readonly exactBalances?: boolean
  /** Whether the limiter allows no burst at all: it may refuse a paced call now and then, which then goes again. */
  readonly isStrict?: boolean
}

/** What to ask for. */
export interface Subjects {
  /** A user with some hundred posts. */
  readonly timelineUser: string
  /** Words that some hundred posts hold. */
  readonly searchQuery: string
  /** A user with some hundred followers. */
  readonly followersUser: string
  /** A user with 60 followers at most; null where none is known. */
  readonly shortListUser: string | null
}
