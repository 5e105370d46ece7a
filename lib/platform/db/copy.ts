import type { DbLocation } from './client'
import type { CopySource, CopyTarget } from './copy-types'
import { fillPostgres, readPostgres } from './postgres/copy'
import { fillSqlite, readSqlite } from './sqlite/copy'

/** Opens a database to read all of it as it is now, without holding up anybody. The caller closes it. */
export const openCopySource = (location: DbLocation): Promise<CopySource> =>
  location.engine === 'sqlite' ? readSqlite(location.file) : readPostgres(location.url)

/** Opens a database to fill it. The caller closes it. */
export const openCopyTarget = (location: DbLocation): Promise<CopyTarget> =>
  location.engine === 'sqlite' ? fillSqlite(location.file) : fillPostgres(location.url)
