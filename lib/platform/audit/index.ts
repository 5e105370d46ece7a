export type { AccountAction, AuditAction, AuditField } from './actions'
export {
  type AuditDetail,
  appendAuditEntry,
  appendInstallationEntry,
  changesOf,
  holdsSecret,
  INSTALLATION,
  installationRow,
  NOBODY,
  textWithoutSecrets,
  withoutSecrets,
} from './append-audit-entry'
export { type ChainEnd, checkChains, sealEntries } from './check-chains'
export {
  type AuditEntryView,
  type AuditQuery,
  auditQuery,
  ENTRIES_PER_PAGE,
  exportAudit,
  listAuditActors,
  listAuditEntries,
  listAuditEntriesAbout,
  listInstallationEntries,
  problemOfDays,
} from './list-audit-entries'
export { closeTallies, noteOften, noteReading, noteRefusal, orNoteRefusal } from './note-refusal'
