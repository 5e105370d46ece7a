import type { TeamCtx } from '@/lib/platform/db'
import type { FilePlace } from './place'
import type { References } from './references'

/** A team that the file is applied to: where it stands in it, and what its names mean. */
export interface TeamWork {
  readonly ctx: TeamCtx
  readonly place: FilePlace
  readonly references: References
}
