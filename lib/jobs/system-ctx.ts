import type { Db, TeamCtx } from '@/lib/db'
import type { Clock, TeamScope } from '@/lib/kernel'

/** Purser itself at work for a team: what it does without anybody asking stands under its own name. */
export const systemCtx = (db: Db, clock: Clock, team: TeamScope): TeamCtx => ({
  team,
  actor: { userId: 'system', memberId: 'system', name: 'Purser', role: 'admin', sid: 'system' },
  db,
  clock,
})
