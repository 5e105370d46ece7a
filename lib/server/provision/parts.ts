import type { Clock } from '@/lib/kernel'
import type { UpstreamAccess } from '@/lib/keys/keys'
import type { Db, DbLocation } from '@/lib/platform/db'
import type { ProvisionReport } from './report'
import type { SecretPlaces } from './secret-text'

/** Services of a worker that applying the file needs. */
export interface ProvisionServices {
  readonly db: Db
  readonly location: DbLocation
  readonly clock: Clock
  readonly access: UpstreamAccess
  readonly places: SecretPlaces
}

/** Parts that the steps of one start share. */
export interface ProvisionParts extends ProvisionServices {
  readonly report: ProvisionReport
}
