import type { DeliveryServices } from '@/lib/alerts'
import type { Db } from '@/lib/db'
import type { Clock, Secret } from '@/lib/kernel'
import type { BackgroundRuns, RunServices } from '@/lib/runs'

/** What the verbs of a worker need. */
export interface WorkerParts extends RunServices {
  readonly db: Db
  readonly clock: Clock
  readonly background: BackgroundRuns
  readonly delivery: DeliveryServices
  /** Makes a key of the built-in sandbox for a wallet of ours; null where another upstream is called. */
  readonly sandbox: { issueKey(walletId: string): Promise<Secret> } | null
}
