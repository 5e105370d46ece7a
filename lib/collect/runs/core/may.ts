import { type Actor, hasRole, mayChange } from '@/lib/kernel'

/** How long the place of a run is kept that ended at a place from which a person can go on. */
export const PLACE_MS = 3_600_000

/** What a member may do to a run that they may see. */
export interface RunRights {
  /** The member who started it and admins. */
  readonly deleteItems: boolean
  /** Of a shared run everyone who may run searches, since it spends the team's credits. */
  readonly cancel: boolean
  /** Its member alone: it buys in their name. True where its place may still be kept. */
  readonly goOn: boolean
}

/** What somebody may do to a run: asked by the verbs, and shown by the pages. */
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

/** What of a run decides what a member may do to it. */
interface RightsRow {
  readonly memberId: string
  readonly shared: boolean
  readonly endReason: string | null
  readonly endedAt: Date | null
}
