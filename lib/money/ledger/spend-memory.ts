import type { Nano } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { sumByQuarterHour } from './sum-rollups'

/** What a wallet spent in a quarter hour. */
export interface SpentQuarterHour {
  readonly quarterHour: number
  readonly chargeNano: Nano
}

/** What wallets have spent, kept by a process that asks again and again. */
export interface SpendMemory {
  /** The same as `sumByQuarterHour`; reads only what may have changed since it was asked before. */
  since(ctx: TeamCtx, walletId: string, from: number): Promise<readonly SpentQuarterHour[]>
}

/** Of the quarter hours that were read, so many may still change: their last calls were not written yet, or clocks differ. */
const OPEN_QUARTER_HOURS = 4
/** A hundred days. */
const MOST_QUARTER_HOURS = 9600
/** With ninety days each, some fifty megabytes at most. */
const MOST_WALLETS = 100

interface KeptSpend {
  readonly from: number
  /** The quarter hour in which it was read. */
  readonly readAt: number
  readonly spent: readonly SpentQuarterHour[]
}

/** Makes the memory of a process. What ended is booked in the quarter hour of its end, so older ones stay as they are. */
export function createSpendMemory(mostWallets = MOST_WALLETS): SpendMemory {
  const wallets = createCache<KeptSpend>({ most: mostWallets })
  return {
    async since(ctx, walletId, from) {
      const name = `${ctx.team.id} ${walletId}`
      const known = wallets.get(name)
      const newest = known?.spent.at(-1)?.quarterHour
      const now = quarterHourOf(ctx.clock.now())
      // A clock that was ahead has booked later ones: what came since the last look stands before them.
      const last = known && newest !== undefined ? Math.min(newest, known.readAt, now) : undefined
      const isOfUse = known && last !== undefined && known.from <= from
      const again = isOfUse ? last - OPEN_QUARTER_HOURS : from
      const read = await sumByQuarterHour(ctx, walletId, again)
      const closed = isOfUse ? known.spent.filter(({ quarterHour }) => quarterHour < again) : []
      const all = [...closed, ...read]
      // What nobody asks for any more is forgotten.
      const oldest = Math.max(isOfUse ? known.from : from, now - MOST_QUARTER_HOURS)
      const start = Math.min(from, oldest)
      const kept = all.filter(({ quarterHour }) => quarterHour >= start)
      wallets.set(name, { from: start, readAt: now, spent: kept })
      const spent = all.filter(({ quarterHour }) => quarterHour >= from)
      return spent
    },
  }
}
