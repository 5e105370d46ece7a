import type { UpstreamAccess } from '@/lib/keys'
import type { ContractPrices } from '@/lib/prices'

/** What buying a page needs beside the context: the upstream, the contract's prices, and which process this is. */
export interface RunServices extends UpstreamAccess {
  readonly prices: ContractPrices
  /** Written on each attempt, so that the attempts of a process that died can be told. */
  readonly instanceId: string
}
