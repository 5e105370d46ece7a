import { cache } from 'react'
import type { PageRange } from '@/app/_server'
import { listSpend, type SpendReport } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { teamWallets } from './team-wallets'

/** Spend by environment: read once for the cards that show it. */
export const overviewReport = cache(async (ctx: TeamCtx, range: PageRange): Promise<SpendReport> => {
  const wallets = await teamWallets(ctx)
  const named = (id: string) => range.environments.find((environment) => environment.id === id)
  return listSpend(ctx, {
    range: range.range,
    dimension: 'environmentId',
    ...(range.environmentId && { environmentId: range.environmentId }),
    walletIds: wallets.map(({ id }) => id),
    nameOf: (id) => ({ label: named(id)?.name ?? 'Unknown', color: named(id)?.color ?? null }),
  })
})
