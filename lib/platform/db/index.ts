export { type DbLocation, engineOf, openDb, openSeparateDb, resolveDbLocation } from './client'
export { openCopySource, openCopyTarget } from './copy'
export type { CopySource, CopyTarget } from './copy-types'
export type { Db, Engine, Tx } from './db'
export { type CommitPause, type CommitQueue, createGroupCommit, JobsRefusedError } from './group-commit'
export { acquireLock, whileLocked } from './lock'
export { type MigrationQuery, migrate } from './migrate'
export { momentSql, parseMoment, readPresent, type StoredMoment } from './moment'
export { type DirectSql, openDirect } from './postgres/direct'
export {
  buildCounterUpsert,
  buildInsert,
  executeWrites,
  insertRows,
  jsonElementsSql,
  type WriteStatement,
} from './rows'
export { hasFittingSchema, listMigrations, migrationsFolder } from './schema-fit'
export { columnSql, foldedLikePattern, joinSql, sql, teamCondition } from './sql'
export { FileHeldError, type FileHold, holdFile } from './sqlite/hold-file'
export { isStorageFailure, STORAGE_FAILURE_MESSAGE } from './storage-trouble'
export type { TableShape, TextRow } from './table-shapes'
export { memoisePerContext, type TeamCtx } from './team-ctx'
export { deleteTeamRows, teamTables } from './team-rows'
export { isDuplicate, transaction } from './transaction'
