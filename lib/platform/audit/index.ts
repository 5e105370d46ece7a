export type { AuditAction } from './actions'
export { appendAuditEntry } from './append-audit-entry'
export { type AuditEntryView, listAuditEntries } from './list-audit-entries'
export { listAuditEntriesAbout } from './list-entries-about'
