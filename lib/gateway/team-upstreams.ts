import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import type { TeamUpstream, Upstreams } from '@/lib/upstream/providers'

/** Time for which a provider is cached; a change applies to later calls. */
const SERVES_MS = 1000
const MAX = 2000

/** Creates the look-up of a team's upstream. Its findings serve all calls of the next second. */
export function createTeamUpstreams(
  upstreams: Pick<Upstreams, 'for'>,
  now: () => number,
): (ctx: TeamCtx) => Promise<TeamUpstream> {
  const known = createCache<Promise<TeamUpstream>>({ most: MAX, life: { ms: SERVES_MS, now } })
  return (ctx) => {
    const before = known.get(ctx.team.id)
    if (before) return before
    const found = upstreams.for(ctx)
    known.set(ctx.team.id, found)
    found.catch(() => known.delete(ctx.team.id))
    return found
  }
}
