export { appendAuditEntry } from './append-audit-entry'
export { type AuditEntryView, listAuditEntries } from './list-audit-entries'
export { listDeeds } from './list-deeds'
