import type { Nano } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { selectSpentAndTotal } from './totals-store'

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
  /** What the wallet had spent before `from`. */
  readonly beforeNano: Nano
}

/**
 * Makes the memory of a process. What ended is booked in the quarter hour of its end, so older ones stay as they are; where
 * they do not, since a clock was wrong, the wallet's total says so, and all is read again.
 */
export function createSpendMemory(mostWallets = MOST_WALLETS): SpendMemory {
  const wallets = createCache<KeptSpend>({ most: mostWallets })
  return {
    async since(ctx, walletId, from) {
      const name = `${ctx.team.id} ${walletId}`
      const wallet = { teamId: ctx.team.id, walletId }
      const now = quarterHourOf(ctx.clock.now())
      const before = wallets.get(name)
      const known = before && before.from <= from ? before : null
      const whole = known && (await goOn(ctx.db, wallet, known, now))
      const { spent: all, totalNano } = whole ?? (await selectSpentAndTotal(ctx.db, wallet, from))
      // What nobody asks for any more is forgotten.
      const oldest = Math.max(whole && known ? known.from : from, now - MOST_QUARTER_HOURS)
      const start = Math.min(from, oldest)
      const spent = all.filter(({ quarterHour }) => quarterHour >= start)
      wallets.set(name, { from: start, readAt: now, spent, beforeNano: totalNano - sumOf(spent) })
      return all.filter(({ quarterHour }) => quarterHour >= from)
    },
  }
}

interface SpentInAll {
  readonly spent: readonly SpentQuarterHour[]
  readonly totalNano: Nano
}

/** What is known, with what may have changed read again; null where anything else has changed. */
async function goOn(
  db: Db,
  wallet: { readonly teamId: string; readonly walletId: string },
  { spent, readAt, beforeNano }: KeptSpend,
  now: number,
): Promise<SpentInAll | null> {
  const newest = spent.at(-1)?.quarterHour
  if (newest === undefined) return null
  // A clock that was ahead has booked later ones: what came since the last look stands before them.
  const again = Math.min(newest, readAt, now) - OPEN_QUARTER_HOURS
  const read = await selectSpentAndTotal(db, wallet, again)
  const all = [...spent.filter(({ quarterHour }) => quarterHour < again), ...read.spent]
  return beforeNano + sumOf(all) === read.totalNano ? { spent: all, totalNano: read.totalNano } : null
}

const sumOf = (spent: readonly SpentQuarterHour[]): Nano =>
  spent.reduce((sum, { chargeNano }) => sum + chargeNano, 0n)
