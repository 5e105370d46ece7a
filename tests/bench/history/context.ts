import { systemClock } from '@/lib/kernel'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { TEAM } from './fill'

/** The filled team as its admin sees it. */
export function contextOf(db: Db): TeamCtx {
  return {
    db,
    clock: systemClock,
    team: { id: TEAM, slug: TEAM, name: 'Team', timeZone: 'Europe/Berlin' },
    actor: { userId: 'user', memberId: 'member', name: 'Ada', role: 'admin', sid: 'sid' },
  }
}
