import type { Secret } from '@/lib/kernel'
import type { Provider } from '@/lib/upstream/client'

/** The upstream under test, with all that the suite knows of it. */
export interface Target {
  readonly baseUrl: string
  readonly provider: Provider
  readonly key: Secret
  readonly subjects: Subjects
  /**
   * Maximum number of items that all calls together may bring; null for any number, and then nothing may stay
   * unchecked.
   */
  readonly maxItems: number | null
  /** A key of an empty wallet, if there is one. */
  readonly emptyKey?: Secret
  /**
   * True if balances are exact to the last digit: then the price of an item must be exactly the same each
   * time.
   */
  readonly exactBalances?: boolean
  /**
   * True if the limiter allows no burst: it may refuse a paced call now and then, which is then sent again.
   */
  readonly isStrict?: boolean
}

/** What the suite asks for. */
export interface Subjects {
  /** A user with some hundred posts. */
  readonly timelineUser: string
  /** Words that some hundred posts contain. */
  readonly searchQuery: string
  /** A user with some hundred followers. */
  readonly followersUser: string
  /** A user with 60 followers at most; null if none is known. */
  readonly shortListUser: string | null
}
