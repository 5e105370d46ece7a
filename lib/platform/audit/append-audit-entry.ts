import type { TeamCtx, Tx } from '@/lib/platform/db'
import { insertAuditEntry, type NewAuditEntry } from './store'

/** Records who did what, in the transaction that does it. `detail` never holds a secret. */
export const appendAuditEntry = (tx: Tx, ctx: TeamCtx, entry: NewAuditEntry): Promise<void> =>
  insertAuditEntry(
    tx,
    { teamId: ctx.team.id, actorId: ctx.actor.memberId, actorName: ctx.actor.name, at: ctx.clock.now() },
    entry,
  )
