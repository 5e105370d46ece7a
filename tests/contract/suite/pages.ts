import type { Answer, PageRequest } from '@/lib/upstream/client'
import type { ReadPage } from '@/tests/support/read-page'

/**
 * A page call, and how far the wallet's balance fell, in nano-credits; null if the service states no balance.
 */
export interface Try {
  readonly request: PageRequest
  readonly answer: Answer<ReadPage>
  readonly dropNano: bigint | null
}

/** A page that arrived. */
export interface Purchase {
  readonly request: PageRequest
  readonly page: ReadPage
  readonly dropNano: bigint | null
}

/** Sends a page call, at the key's pace or otherwise. */
export type Send = (call: () => Promise<Answer<ReadPage>>) => Promise<Answer<ReadPage>>
