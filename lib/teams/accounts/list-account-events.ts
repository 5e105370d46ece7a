import { type AuditEntryView, type AuditQuery, listInstallationEntries } from '@/lib/platform/audit'
import type { Db } from '@/lib/platform/db'
import { requireInstallationAdmin } from './installation'

/**
 * Returns a page of the account events that a query finds, newest first, and one more if another page follows. Days
 * are those of a zone. Installation admins only.
 */
export async function listAccountEvents(
  db: Db,
  who: { readonly id: string },
  query: AuditQuery,
  timeZone = 'UTC',
): Promise<AuditEntryView[]> {
  await requireInstallationAdmin(db, who.id, 'read the audit log of accounts')
  return listInstallationEntries(db, query, timeZone)
}
