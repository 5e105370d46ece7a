import type { Answer, Page, PageRequest } from '@/lib/upstream/client'

/** A page call, and by how much the wallet's balance fell over it, in micro-credits. */
export interface Try {
  readonly request: PageRequest
  readonly answer: Answer<Page>
  readonly dropMicro: bigint
}

/** A page that came. */
export interface Purchase {
  readonly request: PageRequest
  readonly page: Page
  readonly dropMicro: bigint
}

/** Makes a page call: at the key's pace, or otherwise. */
export type Send = (call: () => Promise<Answer<Page>>) => Promise<Answer<Page>>
