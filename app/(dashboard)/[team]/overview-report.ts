import { cache } from 'react'
import type { PageRange } from '@/app/_server'
import type { TeamCtx } from '@/lib/db'
import { listSpend, type SpendReport } from '@/lib/spend'
import { listWallets } from '@/lib/wallets'

/** The team's wallets: read once for the cards that show them. */
export const overviewWallets = cache(listWallets)

/** Spend by environment: read once for the cards that show it. */
export const overviewReport = cache(async (ctx: TeamCtx, range: PageRange): Promise<SpendReport> => {
  const wallets = await overviewWallets(ctx)
  const named = (id: string) => range.environments.find((environment) => environment.id === id)
  return listSpend(ctx, {
    range: range.range,
    dimension: 'environmentId',
    ...(range.environmentId && { environmentId: range.environmentId }),
    walletIds: wallets.map(({ id }) => id),
    nameOf: (id) => ({ label: named(id)?.name ?? 'Unknown', color: named(id)?.color ?? null }),
  })
})
