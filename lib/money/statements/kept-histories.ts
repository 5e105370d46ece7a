import { createMarkedCache } from '@/lib/platform/cache'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { processWide } from '@/lib/platform/process'
import { type HistoryMark, type MarkedWallet, markHistories } from './history-marks'
import { continueHistory, readHistory, type WalletHistory } from './list-movements'

const WEEK_MS = 7 * DAY_MS

/** Who looks at a shorter span shares one history of so many days: a month's statement, its marks and sums of lost calls. */
const RECENT_DAYS = 31

/** So many readings of all wallets together, so that they take little more than 100 MB. */
const MAX_READINGS = 160_000

/** Many more than a team's wallets: what follows from a history is small. */
const MAX_CONCLUSIONS = 5_000

type Marks = ReturnType<typeof markHistories>

interface KeptHistory {
  readonly history: WalletHistory
  readonly lostMark: string
}

const histories = () =>
  processWide('wallet-histories', () =>
    createMarkedCache<KeptHistory>({
      most: MAX_READINGS,
      sizeOf: ({ value }) => value.history.readings.length + 1,
    }),
  )

/**
 * The same as `readHistory`, for those who look: kept by this process until there is a new reading, one that was ahead
 * comes to its time, or something new is known of lost calls. With a new reading only what is new is read. Where several
 * wallets are asked for, their `marks` are read together.
 */
export async function keptHistory(
  ctx: TeamCtx,
  wallet: MarkedWallet,
  from: Date,
  marks: Marks = markHistories(ctx, [wallet]),
): Promise<WalletHistory> {
  const { id } = wallet
  const { since, name } = placeOf(ctx, id, from)
  // Asked for before the history is read: what comes meanwhile changes the mark once more.
  const mark = (await marks).get(id)
  const lostMark = mark?.lost ?? ''
  const kept = await histories().of(name, textOf(mark), async (known) => {
    // A history ends now: one that was read by a clock that was ahead is too long.
    const isOfUse =
      known?.lostMark === lostMark && !known.history.readings.some(({ at }) => at > ctx.clock.now())
    const continued = isOfUse ? await continueHistory(ctx, id, known.history) : null
    // Marks of many wallets may be a minute old: what newer readings tell of a call that was lost since is not others' spend.
    const isWhole = async () =>
      continued === known?.history || (await markHistories(ctx, [wallet])).get(id)?.lost === lostMark
    return {
      lostMark,
      history: continued && (await isWhole()) ? continued : await readHistory(ctx, id, since),
    }
  })
  return kept.history
}

const conclusions = <T extends object>(what: string) =>
  processWide(`wallet-histories ${what}`, () => createMarkedCache<T>({ most: MAX_CONCLUSIONS }))

/**
 * What follows from wallets' histories, kept until the history changes: it is small, so it stays where the histories of many
 * wallets make room for each other. `what` names it in this process.
 */
export const keepConclusion =
  <T extends object>(what: string, conclude: (history: WalletHistory) => T) =>
  async (
    ctx: TeamCtx,
    wallet: MarkedWallet,
    from: Date,
    marks: Marks = markHistories(ctx, [wallet]),
  ): Promise<T> => {
    const { name } = placeOf(ctx, wallet.id, from)
    const mark = (await marks).get(wallet.id)
    return conclusions<T>(what).of(name, textOf(mark), async () =>
      conclude(await keptHistory(ctx, wallet, from, marks)),
    )
  }

/**
 * What follows from a wallet's history before the week `border`, kept whatever readings come after it: until something new
 * is known of its lost calls. The history itself is not kept.
 */
export const keepOldConclusion =
  <T extends object>(what: string, conclude: (history: WalletHistory) => T) =>
  async (
    ctx: TeamCtx,
    wallet: MarkedWallet,
    { from, border }: { readonly from: Date; readonly border: Date },
    marks: Marks = markHistories(ctx, [wallet]),
  ): Promise<T> => {
    const { name, since } = placeOf(ctx, wallet.id, from)
    const mark = (await marks).get(wallet.id)
    return conclusions<T>(what).of(name, `${border.getTime()} ${mark?.lost ?? ''}`, async () =>
      conclude(await readHistory(ctx, wallet.id, since)),
    )
  }

/** The week that a moment lies in begins then. */
const weekOf = (at: Date): Date => new Date(Math.floor(at.getTime() / WEEK_MS) * WEEK_MS)

/** Where the history begins that answers what is asked since a moment: with a whole week, so that it is the same one all week long. */
export function startOfHistory({ clock }: TeamCtx, from: Date): Date {
  const recent = clock.now().getTime() - RECENT_DAYS * DAY_MS
  return weekOf(new Date(Math.min(from.getTime(), recent)))
}

function placeOf(ctx: TeamCtx, walletId: string, from: Date) {
  const since = startOfHistory(ctx, from)
  return { since, name: `${ctx.team.id} ${walletId} ${since.getTime()}` }
}

const textOf = (mark: HistoryMark | undefined): string => `${mark?.readings} ${mark?.lost ?? ''}`
