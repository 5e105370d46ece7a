import type { DbLocation } from './client'
import type { CopySource, CopyTarget } from './copy-types'
import { openPostgresCopySource, openPostgresCopyTarget } from './postgres/copy'
import { openSqliteCopySource, openSqliteCopyTarget } from './sqlite/copy'

/** Opens a database to read all of it as it is now, without holding up anybody. The caller closes it. */
export const openCopySource = (location: DbLocation): Promise<CopySource> =>
  location.engine === 'sqlite' ? openSqliteCopySource(location.file) : openPostgresCopySource(location.url)

/** Opens a database to fill it. The caller closes it. */
export const openCopyTarget = (location: DbLocation): Promise<CopyTarget> =>
  location.engine === 'sqlite' ? openSqliteCopyTarget(location.file) : openPostgresCopyTarget(location.url)
