import 'server-only'
import { isStorageTrouble } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { checkSession } from '@/lib/teams/accounts'

/** Returns the session's person, or `unchecked` if the database cannot say, which signs nobody out. */
export async function personOf(sid: string | undefined) {
  const { db, clock, log } = currentRuntime()
  try {
    return sid ? await checkSession(db, clock, sid) : null
  } catch (error) {
    if (!isStorageTrouble(error)) throw error
    log.error({ err: error }, 'a session could not be checked')
    return 'unchecked'
  }
}
