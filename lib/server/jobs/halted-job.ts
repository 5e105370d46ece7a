import { AppError } from '@/lib/kernel'
import { listKeys, readBalance, type UpstreamAccess } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'

const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 600_000

/** Asks for the balance of wallets whose keys stand still because it was used up: so a top-up is seen. */
export interface HaltedWatch {
  /** Handles a team's wallets whose keys this process has halted, one after another while `goesOn`. */
  visit(ctx: TeamCtx, access: UpstreamAccess, goesOn: () => Promise<boolean>): Promise<void>
}

interface Asking {
  readonly nextAt: number
  readonly pauseMs: number
}

/** Makes the watch of a process. It asks with growing pauses: from fifteen seconds to ten minutes. */
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
        const { nextAt, pauseMs } = asking.get(walletId) ?? after(now, FIRST_PAUSE_MS)
        asking.set(walletId, { nextAt, pauseMs })
        if (now < nextAt) continue
        if (!(await goesOn())) return
        asking.set(walletId, after(now, Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)))
        await readBalance(ctx, access, walletId, 'schedule').catch((error: unknown) => {
          // The key's own state and the alerts tell the admin about it.
          if (!(error instanceof AppError)) throw error
        })
      }
    },
  }
}

const after = (now: number, pauseMs: number): Asking => ({ nextAt: now + pauseMs, pauseMs })
