import { type Actor, hasRole, mayChange } from '@/lib/kernel'

/** Time for which an ended run's position is kept, if a person can continue from there. */
export const PLACE_MS = 3_600_000

/** The rights of a member on a run that they may see. */
export interface RunRights {
  /** For the member who started it, and for admins. */
  readonly deleteItems: boolean
  /** For a shared run, everyone who may run searches, because it spends the team's credits. */
  readonly cancel: boolean
  /** For its member alone, because it buys in their name. True while its position may still be kept. */
  readonly goOn: boolean
}

/** Returns what somebody may do to a run, for the verbs and for the pages. */
export function runRights(
  actor: Actor,
  { memberId, shared, endReason, endedAt }: RightsRow,
  now: Date,
): RunRights {
  const own = mayChange(actor, memberId)
  const isKept =
    endReason === 'empty_page' && endedAt !== null && now.getTime() - endedAt.getTime() < PLACE_MS
  return {
    deleteItems: own,
    cancel: own || (shared && hasRole(actor.role, 'member')),
    goOn: isKept && memberId === actor.memberId && hasRole(actor.role, 'member'),
  }
}

/** The facts of a run that decide what a member may do to it. */
interface RightsRow {
  readonly memberId: string
  readonly shared: boolean
  readonly endReason: string | null
  readonly endedAt: Date | null
}
