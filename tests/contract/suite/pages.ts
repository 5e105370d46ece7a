import type { Answer, PageRequest } from '@/lib/upstream/client'
import type { ReadPage } from '@/tests/support/read-page'

/** A page call, and by how much the wallet's balance fell over it, in nano-credits; null where no balance is told. */
export interface Try {
  readonly request: PageRequest
  readonly answer: Answer<ReadPage>
  readonly dropNano: bigint | null
}

/** A page that came. */
export interface Purchase {
  readonly request: PageRequest
  readonly page: ReadPage
  readonly dropNano: bigint | null
}

/** Makes a page call: at the key's pace, or otherwise. */
export type Send = (call: () => Promise<Answer<ReadPage>>) => Promise<Answer<ReadPage>>
