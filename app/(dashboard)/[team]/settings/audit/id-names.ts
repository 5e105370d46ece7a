import { listSearchNames } from '@/lib/collect/searches'
import { listKeys } from '@/lib/keys/keys'
import { listServices } from '@/lib/keys/services'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments, listMembers } from '@/lib/teams/teams'
import { listTokens } from '@/lib/teams/tokens'
import { teamWallets } from '../../team-wallets'

/** Returns the names of the ids in the details of a team's audit log, as far as the things still exist. */
export async function idNames(ctx: TeamCtx): Promise<Readonly<Record<string, string>>> {
  const [searches, ...lists] = await Promise.all([
    listSearchNames(ctx),
    teamWallets(ctx),
    listKeys(ctx),
    listEnvironments(ctx),
    listMembers(ctx),
    listServices(ctx),
    listTokens(ctx),
  ])
  return Object.fromEntries([...searches, ...[ctx.team, ...lists.flat()].map(({ id, name }) => [id, name])])
}
