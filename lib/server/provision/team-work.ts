import type { TeamCtx } from '@/lib/platform/db'
import type { FilePlace } from './place'
import type { References } from './references'

/** A team that the file is applied to: its position in the file, and the meaning of its names. */
export interface TeamWork {
  readonly ctx: TeamCtx
  readonly place: FilePlace
  readonly references: References
}
