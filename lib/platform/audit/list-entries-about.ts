import type { TeamCtx } from '@/lib/platform/db'
import type { AuditAction } from './actions'
import type { AuditEntryView } from './list-audit-entries'
import { selectEntriesAbout } from './store'

/** Returns what was done to some things since a moment, oldest first, for the pages of these things. */
export async function listAuditEntriesAbout(
  ctx: TeamCtx,
  wanted: {
    readonly actions: readonly AuditAction[]
    readonly subjectIds: readonly string[]
    readonly since: Date
  },
): Promise<Pick<AuditEntryView, 'action' | 'at' | 'actorName' | 'detail'>[]> {
  const { actions, subjectIds, since } = wanted
  const rows = await selectEntriesAbout(ctx.db, ctx.team.id, {
    actions: [...actions],
    subjectIds: [...subjectIds],
    since,
  })
  return rows.map(({ action, at, actorName, detail }) => ({ action, at, actorName, detail }))
}
