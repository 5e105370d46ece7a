import { type Actor, hasRole, mayChange } from '@/lib/kernel'

/** What a member may do to a run that they may see. */
export interface RunRights {
  /** The member who started it and admins. */
  readonly deleteItems: boolean
  /** Of a shared run everyone who may run searches, since it spends the team's credits. */
  readonly cancel: boolean
}

/** What somebody may do to a run: asked by the verbs, and shown by the pages. */
export function runRights(
  actor: Actor,
  { memberId, shared }: { readonly memberId: string; readonly shared: boolean },
): RunRights {
  const own = mayChange(actor, memberId)
  return { deleteItems: own, cancel: own || (shared && hasRole(actor.role, 'member')) }
}
