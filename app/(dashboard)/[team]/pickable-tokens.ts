import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { listTokenNames, listTokens } from '@/lib/teams/tokens'

/** Returns the tokens that a list can be narrowed to: for admins all of the team's, and for everyone the chosen one. */
export async function pickableTokens(ctx: TeamCtx, chosen: string | null) {
  const tokens = hasRole(ctx.actor.role, 'admin') ? await listTokens(ctx) : []
  const ids = [...tokens.map(({ id }) => id), ...(chosen === null ? [] : [chosen])]
  return [...(await listTokenNames(ctx, ids))].map(([id, name]) => ({ id, name }))
}
