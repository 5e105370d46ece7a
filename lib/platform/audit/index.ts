export {
  type AuditDetail,
  appendAuditEntry,
  appendInstallationEntry,
  diffFields,
  INSTALLATION_TEAM_ID,
  isSecretFieldName,
  NO_ACTOR,
  redactSecrets,
  redactText,
  toInstallationAuditRow,
} from './append-audit-entry'
export { type ChainEnd, checkChains, sealEntries } from './check-chains'
export {
  type AuditEntryView,
  type AuditQuery,
  auditQuerySchema,
  ENTRIES_PER_PAGE,
  exportAudit,
  findAuditDaysProblem,
  listAuditActors,
  listAuditEntries,
  listAuditEntriesAbout,
  listInstallationEntries,
} from './list-audit-entries'
export {
  endPastTallies,
  recordDataRead,
  recordRefusal,
  recordWithTally,
  runRecordingRefusal,
} from './note-refusal'
