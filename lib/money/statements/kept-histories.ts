import { readLostTotals } from '@/lib/money/ledger'
import type { WalletView } from '@/lib/money/wallets'
import { createVersionedCache } from '@/lib/platform/cache'
import { DAY_MS, quarterHourOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { processSingleton } from '@/lib/platform/process'
import { continueHistory, readHistory, type WalletHistory } from './list-movements'

const WEEK_MS = 7 * DAY_MS

/**
 * Minimum length of a cached history in days. Shorter questions share it: a month's statement, its marks and its sums
 * of lost calls.
 */
const RECENT_DAYS = 31

/** Maximum number of cached readings of all wallets, which take little more than 100 MB. */
const MAX_READINGS = 160_000

/**
 * Maximum number of cached conclusions: many more than a team's wallets, because what follows from a history is small.
 */
const MAX_CONCLUSIONS = 5_000

type Marks = ReturnType<typeof readHistoryVersions>

interface KeptHistory {
  readonly history: WalletHistory
  readonly lostMark: string
}

const histories = () =>
  processSingleton('wallet-histories', () =>
    createVersionedCache<KeptHistory>({
      max: MAX_READINGS,
      sizeOf: ({ value }) => value.history.readings.length + 1,
    }),
  )

/**
 * Returns the same as `readHistory`, for display. This process caches it until there is a new reading, until a reading
 * in the future becomes present, or until something new is known about lost calls. After a new reading it reads only
 * what is new. For several wallets, `marks` are read together.
 */
export async function readCachedHistory(
  ctx: TeamCtx,
  wallet: WalletVersionParts,
  from: Date,
  marks: Marks = readHistoryVersions(ctx, [wallet]),
): Promise<WalletHistory> {
  const { id } = wallet
  const { since, name } = placeOf(ctx, id, from)
  // Requested before the history is read, so that anything new in the meantime changes the mark again.
  const mark = (await marks).get(id)
  const lostMark = mark?.lost ?? ''
  const kept = await histories().of(name, textOf(mark), async (known) => {
    // Drops a history that ends in the future: the clock was ahead when it was read.
    const isOfUse =
      known?.lostMark === lostMark && !known.history.readings.some(({ at }) => at > ctx.clock.now())
    const continued = isOfUse ? await continueHistory(ctx, id, known.history) : null
    // Marks of many wallets may be a minute old. If a call was lost since, what newer readings show of it must not be
    // taken for outside spend.
    const isWhole = async () =>
      continued === known?.history || (await readHistoryVersions(ctx, [wallet])).get(id)?.lost === lostMark
    return {
      lostMark,
      history: continued && (await isWhole()) ? continued : await readHistory(ctx, id, since),
    }
  })
  return kept.history
}

const conclusions = <T extends object>(what: string) =>
  processSingleton(`wallet-histories ${what}`, () => createVersionedCache<T>({ max: MAX_CONCLUSIONS }))

/**
 * Caches what follows from wallets' histories until the history changes. It is small, so it stays cached where the
 * histories of many wallets evict each other. `what` names it in this process.
 */
export const cachedByHistory =
  <T extends object>(what: string, conclude: (history: WalletHistory) => T) =>
  async (
    ctx: TeamCtx,
    wallet: WalletVersionParts,
    from: Date,
    marks: Marks = readHistoryVersions(ctx, [wallet]),
  ): Promise<T> => {
    const { name } = placeOf(ctx, wallet.id, from)
    const mark = (await marks).get(wallet.id)
    return conclusions<T>(what).of(name, textOf(mark), async () =>
      conclude(await readCachedHistory(ctx, wallet, from, marks)),
    )
  }

/**
 * Caches what follows from a wallet's history before the week `border`, whatever readings are added later, until
 * something new is known about its lost calls. The history itself is not cached.
 */
export const cacheOldConclusion =
  <T extends object>(what: string, conclude: (history: WalletHistory) => T) =>
  async (
    ctx: TeamCtx,
    wallet: WalletVersionParts,
    { from, border }: { readonly from: Date; readonly border: Date },
    marks: Marks = readHistoryVersions(ctx, [wallet]),
  ): Promise<T> => {
    const { name, since } = placeOf(ctx, wallet.id, from)
    const mark = (await marks).get(wallet.id)
    return conclusions<T>(what).of(name, `${border.getTime()} ${mark?.lost ?? ''}`, async () =>
      conclude(await readHistory(ctx, wallet.id, since)),
    )
  }

/** Returns the start of the week that contains a moment. */
const weekOf = (at: Date): Date => new Date(Math.floor(at.getTime() / WEEK_MS) * WEEK_MS)

/**
 * Returns the start of the history that answers a question since a moment. It is the start of a week, so that it stays
 * the same all week.
 */
export function startOfHistory({ clock }: TeamCtx, from: Date): Date {
  const recent = clock.now().getTime() - RECENT_DAYS * DAY_MS
  return weekOf(new Date(Math.min(from.getTime(), recent)))
}

function placeOf(ctx: TeamCtx, walletId: string, from: Date) {
  const since = startOfHistory(ctx, from)
  return { since, name: `${ctx.team.id} ${walletId} ${since.getTime()}` }
}

const textOf = (mark: HistoryVersion | undefined): string => `${mark?.readings} ${mark?.lost ?? ''}`

/** The parts of a wallet that show whether its history has changed. */
export type WalletVersionParts = Pick<WalletView, 'id' | 'balance'>

/** Texts that change whenever a wallet's history does. Caches of what follows from a history compare both. */
export interface HistoryVersion {
  readonly readings: string
  readonly lost: string
}

/** Returns the marks of these wallets' histories, by wallet id. */
export async function readHistoryVersions(
  ctx: TeamCtx,
  wallets: readonly WalletVersionParts[],
): Promise<ReadonlyMap<string, HistoryVersion>> {
  const lost = await readLostTotals(
    ctx,
    wallets.map(({ id }) => id),
  )
  return new Map(
    wallets.map(({ id, balance }) => [
      id,
      { readings: markReadings(ctx, balance), lost: `${lost.get(id)?.changes}` },
    ]),
  )
}

/**
 * Returns the mark of a wallet's readings. A history ends now, so readings of a clock that was ahead join it as time
 * passes, without a new reading.
 */
function markReadings({ clock }: TeamCtx, balance: WalletVersionParts['balance']): string {
  const now = clock.now()
  return balance && balance.standsAt > now ? `${balance.id} ahead ${quarterHourOf(now)}` : `${balance?.id}`
}
