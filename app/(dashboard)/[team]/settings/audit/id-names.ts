import { listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments, listMembers } from '@/lib/teams/teams'
import { teamWallets } from '../../team-wallets'

/** What the ids in the details of a team's audit log stand for, as far as it is still there. */
export async function idNames(ctx: TeamCtx): Promise<Readonly<Record<string, string>>> {
  const lists = await Promise.all([teamWallets(ctx), listKeys(ctx), listEnvironments(ctx), listMembers(ctx)])
  return Object.fromEntries(lists.flat().map(({ id, name }) => [id, name]))
}
