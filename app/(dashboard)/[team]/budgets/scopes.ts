import type { ScopeChoice, ScopeName } from '@/components/budgets'
import { listSearchNames } from '@/lib/collect/searches'
import { hasRole } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { listServices } from '@/lib/keys/services'
import type { BudgetView } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments, listMembers } from '@/lib/teams/teams'
import { listTokenNames, listTokens } from '@/lib/teams/tokens'
import { listTeamWallets } from '../team-reads'

/** Lists everything in the team that a budget can be for, by name. */
export async function listScopes(ctx: TeamCtx): Promise<(ScopeChoice & ScopeName)[]> {
  const [wallets, environments, keys, members, searches, services, tokens] = await Promise.all([
    listTeamWallets(ctx),
    listEnvironments(ctx),
    listKeys(ctx),
    listMembers(ctx),
    listSearchNames(ctx),
    listServices(ctx),
    hasRole(ctx.actor.role, 'admin') ? listTokens(ctx) : [],
  ])
  const plain = { color: null }
  return [
    ...wallets.map(({ id, name }) => ({ scope: 'wallet' as const, id, label: name, ...plain })),
    ...environments.map(({ id, name, color }) => ({ scope: 'environment' as const, id, label: name, color })),
    ...keys.map(({ id, name, prefix, environmentName }) => ({
      scope: 'key' as const,
      id,
      label: `${prefix}… ${name || environmentName}`,
      ...plain,
    })),
    ...members.map(({ id, name }) => ({ scope: 'member' as const, id, label: name, ...plain })),
    ...[...searches].map(([id, name]) => ({ scope: 'search' as const, id, label: name, ...plain })),
    ...services.map(({ id, name }) => ({ scope: 'service' as const, id, label: name, ...plain })),
    ...tokens.map(({ id, name }) => ({ scope: 'token' as const, id, label: name, ...plain })),
  ]
}

/** Kinds in words, since things of different kinds may share a name. */
const KINDS: Readonly<Record<Exclude<ScopeChoice['scope'], 'team'>, string>> = {
  wallet: 'Wallet',
  environment: 'Environment',
  key: 'Key',
  member: 'Member',
  search: 'Search',
  service: 'Service',
  token: 'Token',
}

/**
 * Reads the names of the tokens that budgets are for: also revoked ones, and also for those who may not list tokens.
 */
export const listBudgetTokenNames = (
  ctx: TeamCtx,
  budgets: readonly Pick<BudgetView, 'scope' | 'scopeId'>[],
) =>
  listTokenNames(
    ctx,
    budgets.flatMap(({ scope, scopeId }) => (scope === 'token' ? [scopeId] : [])),
  )

/** Names what a budget is for. A deleted or invisible scope is named as such, a token of `tokens` by its name. */
export function nameScope(
  { scope, scopeId }: Pick<BudgetView, 'scope' | 'scopeId'>,
  scopes: readonly (ScopeChoice & ScopeName)[],
  tokens: ReadonlyMap<string, string> = new Map(),
): ScopeName {
  if (scope === 'team') return { label: 'The whole team', color: null }
  const found = scopes.find((one) => one.scope === scope && one.id === scopeId)
  if (found) return { label: `${KINDS[scope]} ${found.label}`, color: found.color }
  const token = scope === 'token' ? tokens.get(scopeId) : undefined
  if (token !== undefined) return { label: token, color: null }
  return { label: `A ${scope} that you cannot see, or that was deleted`, color: null }
}
