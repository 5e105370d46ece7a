export { type Db, type DbLocation, dbLocation, type Engine, openDb, type Tx } from './client'
export { migrate } from './migrate'
export type { TeamCtx } from './team-ctx'
export { isDuplicate, joinSql, sql, transaction } from './transaction'
