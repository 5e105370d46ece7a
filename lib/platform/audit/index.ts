export type { AccountAction, AuditAction } from './actions'
export {
  appendAuditEntry,
  appendInstallationEntry,
  INSTALLATION,
  installationRow,
  NOBODY,
} from './append-audit-entry'
export { type ChainEnd, checkChains } from './check-chains'
export { type AuditDetail, changesOf } from './detail'
export { exportAudit } from './export-audit'
export type { AuditField } from './fields'
export {
  type AuditEntryView,
  type AuditQuery,
  auditQuery,
  ENTRIES_PER_PAGE,
  listAuditActors,
  listAuditEntries,
  listInstallationEntries,
  problemOfDays,
} from './list-audit-entries'
export { listAuditEntriesAbout } from './list-entries-about'
export { noteReading, noteRefusal, orNoteRefusal } from './note-refusal'
export { sealEntries } from './seal'
export { closeTallies, noteOften } from './tally'
export { holdsSecret, textWithoutSecrets, withoutSecrets } from './without-secrets'
