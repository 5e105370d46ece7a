import type { Nano } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { selectSpentAndTotal, sumSettledByWallet } from './totals-store'

/** Spend on a wallet in a quarter hour. */
export interface SpentQuarterHour {
  readonly quarterHour: number
  readonly chargeNano: Nano
}

/** A cache of the spend on wallets, for a process that asks repeatedly. */
export interface SpendMemory {
  /** Returns the same as `sumByQuarterHour` for each wallet. Reads only what may have changed since the last call. */
  since(
    ctx: TeamCtx,
    walletIds: readonly string[],
    from: number,
  ): Promise<ReadonlyMap<string, readonly SpentQuarterHour[]>>
}

/**
 * Number of last quarter hours that may still change, because their last calls are not written yet or clocks differ.
 */
const OPEN_QUARTER_HOURS = 4
/** Maximum number of cached quarter hours per wallet: a hundred days. */
const MAX_QUARTER_HOURS = 9600
/** Maximum number of cached wallets. With ninety days each they take about fifty megabytes. */
const MAX_WALLETS = 100

interface KeptSpend {
  readonly from: number
  /** Quarter hour in which it was read. */
  readonly readAt: number
  readonly spent: readonly SpentQuarterHour[]
  /** Total that the wallet had spent, including before `from`. */
  readonly totalNano: Nano
}

/**
 * Creates the cache of a process. A wallet whose total is unchanged has spent nothing. A call is booked in the quarter
 * hour of its end, so older quarter hours stay as they are. If a wrong clock changed one, the total differs, and
 * everything is read again.
 */
export function createSpendMemory(maxWallets = MAX_WALLETS): SpendMemory {
  const wallets = createCache<KeptSpend>({ max: maxWallets })

  async function sinceOf(
    ctx: TeamCtx,
    walletId: string,
    from: number,
    totalNano: Nano,
  ): Promise<readonly SpentQuarterHour[]> {
    const name = `${ctx.team.id} ${walletId}`
    const now = quarterHourOf(ctx.clock.now())
    const before = wallets.get(name)
    const known = before && before.from <= from ? before : null
    if (known?.totalNano === totalNano) return fromOn(known.spent, from)
    const wallet = { teamId: ctx.team.id, walletId }
    const whole = known && (await goOn(ctx.db, wallet, known, now))
    const read = whole ?? (await readAll(ctx.db, wallet, from))
    // Quarter hours that nobody asks for any more are dropped.
    const start = Math.min(from, Math.max(read.from, now - MAX_QUARTER_HOURS))
    const spent = fromOn(read.spent, start)
    wallets.set(name, { ...read, from: start, readAt: now, spent })
    return fromOn(spent, from)
  }

  return {
    async since(ctx, walletIds, from) {
      const totals = await sumSettledByWallet(ctx, walletIds)
      const spent = new Map<string, readonly SpentQuarterHour[]>()
      // One after the other, because the rows of many wallets together would be one long read.
      for (const id of walletIds)
        spent.set(id, await sinceOf(ctx, id, from, totals.get(id)?.settledNano ?? 0n))
      return spent
    },
  }
}

type ReadSpend = Omit<KeptSpend, 'readAt'>

async function readAll(db: Db, wallet: WalletOfTeam, from: number): Promise<ReadSpend> {
  return { from, ...(await selectSpentAndTotal(db, wallet, from)) }
}

/** Returns what is cached with the last quarter hours read again; null if anything else has changed. */
async function goOn(
  db: Db,
  wallet: WalletOfTeam,
  { from, spent, totalNano, readAt }: KeptSpend,
  now: number,
): Promise<ReadSpend | null> {
  const newest = spent.at(-1)?.quarterHour
  if (newest === undefined) return null
  // If a clock was ahead, it booked later quarter hours. Newer calls are then booked before those.
  const again = Math.min(newest, readAt, now) - OPEN_QUARTER_HOURS
  const read = await selectSpentAndTotal(db, wallet, again)
  const old = fromOn(spent, again)
  const added = sumOf(read.spent) - sumOf(old)
  if (totalNano + added !== read.totalNano) return null
  const all = [...spent.slice(0, spent.length - old.length), ...read.spent]
  return { from, spent: all, totalNano: read.totalNano }
}

type WalletOfTeam = Parameters<typeof selectSpentAndTotal>[1]

/** Returns the quarter hours from one on. The list must be in order. */
function fromOn(spent: readonly SpentQuarterHour[], from: number): readonly SpentQuarterHour[] {
  const place = spent.findIndex(({ quarterHour }) => quarterHour >= from)
  return place === 0 ? spent : place < 0 ? [] : spent.slice(place)
}

const sumOf = (spent: readonly SpentQuarterHour[]): Nano =>
  spent.reduce((sum, { chargeNano }) => sum + chargeNano, 0n)
