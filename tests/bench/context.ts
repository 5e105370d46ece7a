import { systemClock } from '@/lib/kernel'
import type { Db, TeamCtx } from '@/lib/platform/db'

/** Returns the bench's team as its admin sees it. */
export const contextOf = (db: Db): TeamCtx => ({
  db,
  clock: systemClock,
  team: { id: 'team', slug: 'team', name: 'Team', timeZone: 'Europe/Berlin' },
  actor: { userId: 'user', memberId: 'member', name: 'Ada', role: 'admin', sid: 'sid' },
})
