import { AppError } from '@/lib/kernel'
import { listKeys, readBalance, resumeWallet, type UpstreamAccess } from '@/lib/keys/keys'
import { getWallet } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'

const FIRST_PAUSE_MS = 15_000
const MAX_PAUSE_MS = 600_000

/** Asks for the balance of wallets whose keys stand still because it was used up: so a top-up is seen. */
export interface HaltedWatch {
  /** Handles a team's wallets whose keys this process has halted, one after another while `goesOn`. */
  visit(ctx: TeamCtx, access: UpstreamAccess, goesOn: () => Promise<boolean>): Promise<void>
}

interface Asking {
  readonly nextAt: number
  readonly pauseMs: number
  /** The wallet's last reading, as it was seen last. */
  readonly readingId: string | null
}

/**
 * Makes the watch of a process. It asks with growing pauses: from fifteen seconds to ten minutes. What another process
 * reads meanwhile counts too.
 */
export function createHaltedWatch(): HaltedWatch {
  const asking = new Map<string, Asking>()

  return {
    async visit(ctx, access, goesOn) {
      const halted = new Set(access.pacers.halted())
      const keys = await listKeys(ctx)
      const now = ctx.clock.now().getTime()
      for (const walletId of new Set(keys.map((key) => key.walletId))) {
        const own = keys.filter((key) => key.walletId === walletId && halted.has(key.id))
        if (own.length === 0) {
          asking.delete(walletId)
          continue
        }
        const { balance } = await getWallet(ctx, walletId)
        const readingId = balance?.id ?? null
        const before = asking.get(walletId)
        if (before && before.readingId !== readingId && balance && balance.balanceNano > 0n) {
          await resumeWallet(ctx, access, walletId)
          asking.delete(walletId)
          continue
        }
        const { nextAt, pauseMs } = before ?? after(now, FIRST_PAUSE_MS)
        asking.set(walletId, { nextAt, pauseMs, readingId })
        // A pause that is longer than itself was begun by a clock that has been set back since.
        if (now < nextAt && nextAt - now <= pauseMs) continue
        if (!(await goesOn())) return
        asking.set(walletId, { ...after(now, Math.min(MAX_PAUSE_MS, 2 * pauseMs)), readingId })
        await readBalance(ctx, access, walletId, 'schedule').catch((error: unknown) => {
          // The key's own state and the alerts tell the admin about it.
          if (!(error instanceof AppError)) throw error
        })
      }
    },
  }
}

const after = (now: number, pauseMs: number): Pick<Asking, 'nextAt' | 'pauseMs'> => ({
  nextAt: now + pauseMs,
  pauseMs,
})
