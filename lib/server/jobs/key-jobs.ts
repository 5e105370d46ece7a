import { AppError } from '@/lib/kernel'
import {
  listKeys,
  listRefusedKeys,
  readBalance,
  recheckKey,
  resumeWallet,
  type UpstreamAccess,
} from '@/lib/keys/keys'
import { getWallet } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'

const FIRST_HALTED_PAUSE_MS = 15_000
const MAX_HALTED_PAUSE_MS = 600_000

/** Asks for the balance of wallets whose keys are halted because it was used up, so that a top-up is noticed. */
export interface HaltedWalletWatch {
  /** Handles those of a team's wallets whose keys this process has halted, one after another, while `goesOn`. */
  visit(ctx: TeamCtx, access: UpstreamAccess, goesOn: () => Promise<boolean>): Promise<void>
}

interface Asking {
  readonly nextAt: number
  readonly pauseMs: number
  /** The wallet's last reading, when it was last looked at. */
  readonly readingId: string | null
}

/**
 * Creates the watch of a process. It asks with growing pauses, from fifteen seconds to ten minutes. Readings of other
 * processes count too.
 */
export function createHaltedWalletWatch(): HaltedWalletWatch {
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
        const { nextAt, pauseMs } = before ?? after(now, FIRST_HALTED_PAUSE_MS)
        asking.set(walletId, { nextAt, pauseMs, readingId })
        // If more time remains than the pause is long, the clock has been set back since the pause began.
        if (now < nextAt && nextAt - now <= pauseMs) continue
        if (!(await goesOn())) return
        asking.set(walletId, { ...after(now, Math.min(MAX_HALTED_PAUSE_MS, 2 * pauseMs)), readingId })
        await readBalance(ctx, access, walletId, 'schedule').catch((error: unknown) => {
          // The key's own state and the alerts report it to the admin.
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

const FIRST_REFUSED_PAUSE_MS = 60_000
const MAX_REFUSED_PAUSE_MS = 3_600_000

/**
 * Asks again about keys that the upstream refused, so that a key that it accepts again is used without anybody's help.
 */
export interface RefusedKeyWatch {
  /** Handles a team's refused keys, one after another, while `goesOn`. */
  visit(ctx: TeamCtx, access: UpstreamAccess, goesOn: () => Promise<boolean>): Promise<void>
}

interface NextCheck {
  readonly nextAt: number
  readonly pauseMs: number
}

/** Creates the watch of a process. It asks with growing pauses, from a minute to an hour. */
export function createRefusedKeyWatch(): RefusedKeyWatch {
  const teams = new Map<string, ReadonlyMap<string, NextCheck>>()
  return {
    async visit(ctx, access, goesOn) {
      const before = teams.get(ctx.team.id)
      const asking = new Map<string, NextCheck>()
      const keys = await listRefusedKeys(ctx)
      const now = ctx.clock.monotonic()
      for (const { id } of keys) {
        const known = before?.get(id) ?? {
          nextAt: now + FIRST_REFUSED_PAUSE_MS,
          pauseMs: FIRST_REFUSED_PAUSE_MS,
        }
        const isDue = now >= known.nextAt && (await goesOn())
        if (isDue) await recheckKey(ctx, access, id)
        const pauseMs = isDue ? Math.min(MAX_REFUSED_PAUSE_MS, 2 * known.pauseMs) : known.pauseMs
        asking.set(id, isDue ? { nextAt: now + pauseMs, pauseMs } : known)
      }
      if (asking.size > 0) teams.set(ctx.team.id, asking)
      else teams.delete(ctx.team.id)
    },
  }
}
