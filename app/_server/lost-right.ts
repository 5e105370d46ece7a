import 'server-only'
import type { TeamCtx } from '@/lib/platform/db'
import { isSessionLive } from '@/lib/teams/accounts'
import { findMembership } from '@/lib/teams/teams'
import type { EndReason } from './event-writer'
import type { FileTaker } from './file-answer'

/**
 * Returns why a stream to a member must end, or null while the session and the membership are valid. Does not count as
 * activity.
 */
export async function lostRight({ db, clock, team, actor }: TeamCtx): Promise<EndReason | null> {
  if (!(await isSessionLive(db, clock, actor.sid))) return 'signed-out'
  return (await findMembership(db, team.slug, actor.userId)) ? null : 'gone'
}

/** Returns the member as the taker of a file in answer to a request. */
export const takerOf = (ctx: TeamCtx, { signal }: Pick<Request, 'signal'>): FileTaker => ({
  userId: ctx.actor.userId,
  clock: ctx.clock,
  signal,
  isAllowed: async () => (await lostRight(ctx)) === null,
})
