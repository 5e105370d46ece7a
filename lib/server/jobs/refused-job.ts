import { listRefusedKeys, recheckKey, type UpstreamAccess } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'

const FIRST_PAUSE_MS = 60_000
const MAX_PAUSE_MS = 3_600_000

/**
 * Asks again about keys that the upstream refused, so that a key that it accepts again is used without anybody's help.
 */
export interface RefusedWatch {
  /** Handles a team's refused keys, one after another, while `goesOn`. */
  visit(ctx: TeamCtx, access: UpstreamAccess, goesOn: () => Promise<boolean>): Promise<void>
}

interface NextCheck {
  readonly nextAt: number
  readonly pauseMs: number
}

/** Creates the watch of a process. It asks with growing pauses, from a minute to an hour. */
export function createRefusedWatch(): RefusedWatch {
  const teams = new Map<string, ReadonlyMap<string, NextCheck>>()
  return {
    async visit(ctx, access, goesOn) {
      const before = teams.get(ctx.team.id)
      const asking = new Map<string, NextCheck>()
      const keys = await listRefusedKeys(ctx)
      const now = ctx.clock.monotonic()
      for (const { id } of keys) {
        const known = before?.get(id) ?? { nextAt: now + FIRST_PAUSE_MS, pauseMs: FIRST_PAUSE_MS }
        const isDue = now >= known.nextAt && (await goesOn())
        if (isDue) await recheckKey(ctx, access, id)
        const pauseMs = isDue ? Math.min(MAX_PAUSE_MS, 2 * known.pauseMs) : known.pauseMs
        asking.set(id, isDue ? { nextAt: now + pauseMs, pauseMs } : known)
      }
      if (asking.size > 0) teams.set(ctx.team.id, asking)
      else teams.delete(ctx.team.id)
    },
  }
}
