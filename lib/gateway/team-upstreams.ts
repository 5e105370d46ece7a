import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import type { TeamUpstream, Upstreams } from '@/lib/upstream/providers'

/** A changed provider holds for calls that come later than that. */
const SERVES_MS = 1000
const MOST = 2000

/** The upstream by a team's provider: what was found serves all calls of the next second. */
export function createTeamUpstreams(
  upstreams: Pick<Upstreams, 'for'>,
  now: () => number,
): (ctx: TeamCtx) => Promise<TeamUpstream> {
  const known = createCache<Promise<TeamUpstream>>({ most: MOST, life: { ms: SERVES_MS, now } })
  return (ctx) => {
    const before = known.get(ctx.team.id)
    if (before) return before
    const found = upstreams.for(ctx)
    known.set(ctx.team.id, found)
    found.catch(() => known.delete(ctx.team.id))
    return found
  }
}
