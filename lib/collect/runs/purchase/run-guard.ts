import type { Clock } from '@/lib/kernel'
import { findUsableKey, type UpstreamAccess } from '@/lib/keys/keys'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import { mayStillRun } from '@/lib/teams/teams'
import { isTokenPermitted } from '@/lib/teams/tokens'
import type { TeamUpstream } from '@/lib/upstream/providers'

/** The state of a run's key, provider and member. */
interface GuardFindings {
  readonly key: Awaited<ReturnType<typeof findUsableKey>>
  readonly upstream: TeamUpstream
  readonly may: boolean
}

/** Time for which a check serves other runs of the same key and member. */
const SHARED_MS = 1000
const MAX = 1000

/** Checks runs' keys, providers and members. Runs of the same key and member share a check for a short time. */
export interface RunGuard {
  check(ctx: TeamCtx, access: UpstreamAccess, keyId: string): Promise<GuardFindings>
}

/** Creates the checks of a process. */
export function createRunGuard(clock: Clock): RunGuard {
  const latest = createCache<Promise<GuardFindings>>({
    most: MAX,
    life: { ms: SHARED_MS, now: () => clock.monotonic() },
  })
  return {
    check(ctx, access, keyId) {
      const name = [ctx.team.id, keyId, ctx.actor.memberId].join()
      const known = latest.get(name)
      if (known) return known
      const found = checkNow(ctx, access, keyId)
      latest.set(name, found)
      found.catch(() => latest.delete(name))
      return found
    },
  }
}

async function checkNow(ctx: TeamCtx, access: UpstreamAccess, keyId: string): Promise<GuardFindings> {
  const [key, upstream, may] = await Promise.all([
    findUsableKey(ctx, keyId),
    access.upstreams.for(ctx),
    ctx.actor.tokenId === undefined ? mayStillRun(ctx) : isTokenPermitted(ctx, 'runs:write'),
  ])
  return { key, upstream, may }
}
