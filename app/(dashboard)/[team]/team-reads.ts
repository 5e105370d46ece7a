import { cache } from 'react'
import { listAttentionItems } from '@/lib/alerts/alerts'
import { hasRole, type Nano } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { sumSpend } from '@/lib/money/ledger'
import { listWallets } from '@/lib/money/wallets'
import { quarterHoursOf, resolveRange } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { listMembers } from '@/lib/teams/teams'
import { listTokenNames, listTokens } from '@/lib/teams/tokens'

/** Lists what needs attention in the team, once per request, so that the bell and the page never differ. */
export const listTeamNeeds = cache(listAttentionItems)

/** Lists the team's wallets, once per request for the top bar and the cards that show them. */
export const listTeamWallets = cache(listWallets)

/** Lists the team's members, once per request for the cards that name them. */
export const listTeamMembers = cache(listMembers)

/** Sums what was spent in the last 30 days by a dimension, such as each key, by id; only of the given ids, if any. */
export async function sumSpendOf30Days(
  ctx: TeamCtx,
  dimension: 'keyId' | 'memberId' | 'searchId',
  alone?: readonly string[],
): Promise<ReadonlyMap<string, Nano>> {
  const range = resolveRange({ preset: '30d' }, ctx.clock.now(), ctx.team.timeZone)
  const sums = await sumSpend(ctx, [quarterHoursOf(range)], dimension, {}, alone)
  return new Map(sums.map(({ member, chargeNano }) => [member, chargeNano]))
}

/** Returns the tokens that a list can be narrowed to: for admins all of the team's, and for everyone the chosen one. */
export async function listPickableTokens(ctx: TeamCtx, chosen: string | null) {
  const tokens = hasRole(ctx.actor.role, 'admin') ? await listTokens(ctx) : []
  const ids = [...tokens.map(({ id }) => id), ...(chosen === null ? [] : [chosen])]
  return [...(await listTokenNames(ctx, ids))].map(([id, name]) => ({ id, name }))
}

/** Returns the wallets and keys that a search can be tied to. */
export async function listKeyChoices(ctx: TeamCtx) {
  const [wallets, keys] = await Promise.all([listTeamWallets(ctx), listKeys(ctx)])
  return {
    wallets: wallets.map(({ id, name }) => ({ id, name })),
    keys: keys.map(({ id, name, prefix, environmentName }) => ({
      id,
      name: `${environmentName} · ${name} (${prefix}…)`,
    })),
  }
}
