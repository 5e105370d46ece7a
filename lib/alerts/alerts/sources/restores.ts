import { listAuditEntriesAbout } from '@/lib/platform/audit'
import type { TeamCtx } from '@/lib/platform/db'
import type { WalletLosses } from '../condition'

/** Returns when backups of the team were restored, as far as that may explain these losses, oldest first. */
export async function restoresWithin(
  ctx: TeamCtx,
  losses: readonly WalletLosses[],
): Promise<readonly Date[]> {
  const found = losses.flatMap(({ certain, perhaps }) =>
    [certain, perhaps].flatMap((spend) => spend?.found ?? []),
  )
  const [first, ...others] = found.map(({ from }) => from)
  if (!first) return []
  const since = others.reduce((earliest, from) => (from < earliest ? from : earliest), first)
  const wanted = { actions: ['backup.restore'], subjectIds: [ctx.team.id], since } as const
  return (await listAuditEntriesAbout(ctx, wanted)).map(({ at }) => at)
}
