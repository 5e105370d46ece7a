import { requireAdmin } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { selectAuditEntries } from './store'

const MOST = 200

export interface AuditEntryView {
  readonly id: string
  readonly at: Date
  readonly actorName: string
  /** An `AuditAction`, or the word of another version of Purser. */
  readonly action: string
  readonly subjectName: string
  readonly detail: string
}

/** The team's latest audit entries, newest first, 200 at most. Admins only. */
export async function listAuditEntries(ctx: TeamCtx): Promise<AuditEntryView[]> {
  requireAdmin(ctx, 'read the audit log')
  const rows = await selectAuditEntries(ctx.db, ctx, MOST)
  return rows.map(({ id, at, actorName, action, subjectName, detail }) => ({
    id,
    at,
    actorName,
    action,
    subjectName,
    detail,
  }))
}
