export { addRows } from './add-rows'
export {
  type Db,
  type DbLocation,
  dbLocation,
  type Engine,
  engineOf,
  openApart,
  openDb,
  type Tx,
} from './client'
export { openCopySource, openCopyTarget } from './copy'
export type { CopySource, CopyTarget } from './copy-types'
export { type DirectSql, openDirect } from './direct'
export { type CommitQueue, createGroupCommit, type Rest } from './group-commit'
export { FileHeld, type FileHold, holdFile } from './hold-file'
export { insertRows } from './insert-rows'
export { lock } from './lock'
export { migrate } from './migrate'
export { momentOf, momentSql, presentOf, type StoredMoment } from './moment'
export { ofTeam } from './of-team'
export { hasFittingSchema, listMigrations, migrationsOf } from './schema-fit'
export type { TableShape, TextRow } from './table-shapes'
export type { TeamCtx } from './team-ctx'
export { deleteTeamRows, teamTables } from './team-rows'
export { columnSql, isDuplicate, isStorageTrouble, joinSql, sql, transaction } from './transaction'
export { whileLocked } from './while-locked'
