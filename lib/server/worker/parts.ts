import type { DeliveryServices } from '@/lib/alerts/alerts'
import type { BackgroundRuns, RunServices } from '@/lib/collect/runs'
import type { Gateway } from '@/lib/gateway'
import type { Clock } from '@/lib/kernel'
import type { SandboxKeys } from '@/lib/keys/keys'
import type { Db } from '@/lib/platform/db'

/** Parts of a worker that its verbs need. */
export interface WorkerParts extends RunServices {
  readonly db: Db
  readonly clock: Clock
  readonly background: BackgroundRuns
  readonly delivery: DeliveryServices
  readonly sandbox: SandboxKeys
  readonly gateway: Pick<Gateway, 'figures'>
}
