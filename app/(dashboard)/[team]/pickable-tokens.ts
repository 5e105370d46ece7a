import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listTokenNames, listTokens } from '@/lib/teams/tokens'

/** The tokens that a list can be narrowed to, as callers are named: for admins the team's own, and the chosen one for all. */
export async function pickableTokens(ctx: TeamCtx, chosen: string | null) {
  const tokens = hasRole(ctx.actor.role, 'admin') ? await listTokens(ctx) : []
  const ids = [...tokens.map(({ id }) => id), ...(chosen === null ? [] : [chosen])]
  return [...(await listTokenNames(ctx, ids))].map(([id, name]) => ({ id, name }))
}
