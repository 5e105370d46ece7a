import { cache } from 'react'
import { listRunOuts } from '@/lib/money/forecast'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'

/** When the wallet runs out: read once for all that tells it, so that no two parts of the page differ. */
export const runOutOf = cache(async (ctx: TeamCtx, wallet: WalletView) => {
  const [runOut] = await listRunOuts(ctx, [wallet])
  return runOut ?? null
})
