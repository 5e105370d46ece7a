import type { Nano } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { selectSettledOnEach, selectSpentAndTotal } from './totals-store'

/** What a wallet spent in a quarter hour. */
export interface SpentQuarterHour {
  readonly quarterHour: number
  readonly chargeNano: Nano
}

/** What wallets have spent, kept by a process that asks again and again. */
export interface SpendMemory {
  /** The same as `sumByQuarterHour` for each wallet; reads only what may have changed since it was asked before. */
  since(
    ctx: TeamCtx,
    walletIds: readonly string[],
    from: number,
  ): Promise<ReadonlyMap<string, readonly SpentQuarterHour[]>>
}

/** Of the quarter hours that were read, so many may still change: their last calls were not written yet, or clocks differ. */
const OPEN_QUARTER_HOURS = 4
/** A hundred days. */
const MAX_QUARTER_HOURS = 9600
/** With ninety days each, some fifty megabytes at most. */
const MAX_WALLETS = 100

interface KeptSpend {
  readonly from: number
  /** The quarter hour in which it was read. */
  readonly readAt: number
  readonly spent: readonly SpentQuarterHour[]
  /** What the wallet had spent in all, before `from` too. */
  readonly totalNano: Nano
}

/**
 * Makes the memory of a process. A wallet whose total stands where it stood has spent nothing. What ended is booked in the
 * quarter hour of its end, so older ones stay as they are; where they do not, since a clock was wrong, the total says so,
 * and all is read again.
 */
export function createSpendMemory(mostWallets = MAX_WALLETS): SpendMemory {
  const wallets = createCache<KeptSpend>({ most: mostWallets })

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
    // What nobody asks for any more is forgotten.
    const start = Math.min(from, Math.max(read.from, now - MAX_QUARTER_HOURS))
    const spent = fromOn(read.spent, start)
    wallets.set(name, { ...read, from: start, readAt: now, spent })
    return fromOn(spent, from)
  }

  return {
    async since(ctx, walletIds, from) {
      const totals = await selectSettledOnEach(ctx.db, ctx.team.id, walletIds)
      const spent = new Map<string, readonly SpentQuarterHour[]>()
      // One after the other: together the rows of many wallets would be read in one piece.
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

/** What is known, with what may have changed read again; null where anything else has changed. */
async function goOn(
  db: Db,
  wallet: WalletOfTeam,
  { from, spent, totalNano, readAt }: KeptSpend,
  now: number,
): Promise<ReadSpend | null> {
  const newest = spent.at(-1)?.quarterHour
  if (newest === undefined) return null
  // A clock that was ahead has booked later ones: what came since the last look stands before them.
  const again = Math.min(newest, readAt, now) - OPEN_QUARTER_HOURS
  const read = await selectSpentAndTotal(db, wallet, again)
  const old = fromOn(spent, again)
  const added = sumOf(read.spent) - sumOf(old)
  if (totalNano + added !== read.totalNano) return null
  const all = [...spent.slice(0, spent.length - old.length), ...read.spent]
  return { from, spent: all, totalNano: read.totalNano }
}

type WalletOfTeam = Parameters<typeof selectSpentAndTotal>[1]

/** The quarter hours from one on; they are in their order. */
function fromOn(spent: readonly SpentQuarterHour[], from: number): readonly SpentQuarterHour[] {
  const place = spent.findIndex(({ quarterHour }) => quarterHour >= from)
  return place === 0 ? spent : place < 0 ? [] : spent.slice(place)
}

const sumOf = (spent: readonly SpentQuarterHour[]): Nano =>
  spent.reduce((sum, { chargeNano }) => sum + chargeNano, 0n)
