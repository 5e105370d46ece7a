import { AppError } from '@/lib/kernel'
import { readBalance, type UpstreamAccess } from '@/lib/keys/keys'
import { readWalletUse } from '@/lib/money/ledger'
import { reconcileWallet } from '@/lib/money/statements'
import { listWallets, type WalletView } from '@/lib/money/wallets'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import { getProvider, providerPrices } from '@/lib/upstream/providers'
import { isReadingDue } from './reading-due'

/** Time after which a wallet whose upstream did not answer is asked about again. */
const PATIENCE_MS = 10 * 60_000

/** Reads balances that are due, and draws the conclusions that new readings allow. */
export interface BalanceWatch {
  /** Handles a team's wallets, one after another, while `goesOn`. */
  visit(ctx: TeamCtx, access: UpstreamAccess, goesOn: () => Promise<boolean>): Promise<void>
}

/** Maximum number of wallets kept. Beyond it, the one unused for longest is forgotten and computed again later. */
const MAX_WALLETS = 10_000

export function createBalanceWatch(): BalanceWatch {
  /** Time at which each wallet's upstream did not answer, by a clock that may be set back. */
  const unanswered = createCache<number>({ most: MAX_WALLETS })
  const isResting = (walletId: string, now: Date): boolean => {
    const at = unanswered.get(walletId)
    return at !== undefined && Math.abs(now.getTime() - at) < PATIENCE_MS
  }
  /** For each wallet, the reading that conclusions were drawn from, and the longest delay of charges seen. */
  const concluded = createCache<{ readonly at: number; readonly learntMs: number }>({ most: MAX_WALLETS })

  async function read(ctx: TeamCtx, access: UpstreamAccess, wallet: WalletView): Promise<void> {
    const now = ctx.clock.now()
    if (wallet.isPaused || wallet.keyCount === 0 || isResting(wallet.id, now)) return
    const use = await readWalletUse(ctx, wallet.id)
    const { provider } = await getProvider(ctx, access.upstreams)
    const settlingMs = Math.max(provider.chargeDelayMs ?? 0, concluded.get(wallet.id)?.learntMs ?? 0)
    if (!isReadingDue({ readAt: wallet.balance?.at ?? null, ...use, settlingMs, now })) return
    try {
      await readBalance(ctx, access, wallet.id, 'schedule')
    } catch (error) {
      // The key's own state and the alerts report it to the admin.
      if (!(error instanceof AppError)) throw error
      unanswered.set(wallet.id, now.getTime())
    }
  }

  async function conclude(ctx: TeamCtx, access: UpstreamAccess, { id, balance }: WalletView): Promise<void> {
    const at = balance?.at.getTime()
    if (at === undefined || concluded.get(id)?.at === at) return
    const { provider } = await getProvider(ctx, access.upstreams)
    const { learntMs } = await reconcileWallet(ctx, id, providerPrices(provider))
    concluded.set(id, { at, learntMs })
  }

  return {
    async visit(ctx, access, goesOn) {
      for (const wallet of await listWallets(ctx)) {
        if (!(await goesOn())) return
        await read(ctx, access, wallet)
      }
      for (const wallet of await listWallets(ctx)) if (await goesOn()) await conclude(ctx, access, wallet)
    },
  }
}
