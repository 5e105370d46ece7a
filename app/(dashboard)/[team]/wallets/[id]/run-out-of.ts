import { cache } from 'react'
import { listRunOuts } from '@/lib/money/forecast'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'

/** Reads when the wallet runs out, once for all parts that show it, so that no two of them differ. */
export const runOutOf = cache(async (ctx: TeamCtx, wallet: WalletView) => {
  const [runOut] = await listRunOuts(ctx, [wallet])
  return runOut ?? null
})
