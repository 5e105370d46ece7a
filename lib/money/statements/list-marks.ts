import { compareNano, type Nano } from '@/lib/kernel'
import { DAY_MS } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { outsideSpendNano } from './account-for'
import {
  cachedByHistory,
  cacheOldConclusion,
  readHistoryVersions,
  startOfHistory,
  type WalletVersionParts,
} from './kept-histories'
import type { WalletHistory } from './list-movements'

/** A jump of a wallet's balance that none of our pages caused. */
export interface BalanceJump {
  readonly kind: 'top-up' | 'outside'
  readonly at: Date
  readonly nano: Nano
}

/** The marks of a history, including those before the requested moment. */
interface ShownMarks {
  readonly marks: readonly BalanceJump[]
  /** Moment from which later readings may still change the marks; null if they may change all. */
  readonly openFrom: Date | null
  /** Moment up to which readings were compared with what was bought; null if no two of them could be. */
  readonly comparedTo: Date | null
}

const shownMarks = cachedByHistory('marks', shownIn)

function shownIn({ movements, going }: WalletHistory): ShownMarks {
  const marks = movements.flatMap((movement) => {
    const { to: at, topUpNano } = movement
    const nano = outsideSpendNano(movement)
    return [
      ...(topUpNano > 0n ? [{ kind: 'top-up' as const, at, nano: topUpNano }] : []),
      ...(nano > 0n ? [{ kind: 'outside' as const, at, nano }] : []),
    ]
  })
  const open = going?.suspicions.flatMap(({ places }) => places) ?? []
  const first = movements[Math.min(movements.length - 1, ...open)]
  return { marks, openFrom: going && first ? first.to : null, comparedTo: movements.at(-1)?.to ?? null }
}

/** Marks from before a week long ago, which no later reading changes, so they are cached across all later readings. */
const oldMarks = cacheOldConclusion('old marks', shownIn)

/**
 * Returns a wallet's top-ups and outside spend since a moment, oldest first. Older ones come from the cached marks of
 * the time before.
 */
export async function listBalanceJumps(
  ctx: TeamCtx,
  wallet: WalletVersionParts,
  since: Date,
  known = readHistoryVersions(ctx, [wallet]),
): Promise<readonly BalanceJump[]> {
  const border = startOfHistory(ctx, ctx.clock.now())
  const recent = await shownMarks(ctx, wallet, border, known)
  if (since >= border) return recent.marks.filter(({ at }) => at >= since)
  if (recent.openFrom !== null) {
    const old = await oldMarks(ctx, wallet, { from: since, border }, known)
    if (old.openFrom !== null && old.openFrom >= border)
      return [
        ...old.marks.filter(({ at }) => at >= since && at < border),
        ...recent.marks.filter(({ at }) => at >= border),
      ]
  }
  return (await shownMarks(ctx, wallet, since, known)).marks.filter(({ at }) => at >= since)
}

/**
 * Sums what others took from each of these wallets since a moment, as far as readings show it, by wallet id. A wallet
 * is left out if no two readings could be compared since.
 */
export async function sumOutsideSpend(
  ctx: TeamCtx,
  wallets: readonly WalletVersionParts[],
  since: Date,
): Promise<ReadonlyMap<string, Nano>> {
  const known = readHistoryVersions(ctx, wallets)
  const taken = await listOutside(ctx, wallets, since, known)
  const recent = startOfHistory(ctx, ctx.clock.now())
  const sums = new Map<string, Nano>()
  for (const wallet of wallets) {
    const { comparedTo } = await shownMarks(ctx, wallet, recent, known)
    if (comparedTo === null || comparedTo < since) continue
    sums.set(
      wallet.id,
      (taken.get(wallet.id) ?? []).reduce((sum, { nano }) => sum + nano, 0n),
    )
  }
  return sums
}

async function listOutside(
  ctx: TeamCtx,
  wallets: readonly WalletVersionParts[],
  since: Date,
  known = readHistoryVersions(ctx, wallets),
): Promise<ReadonlyMap<string, readonly BalanceJump[]>> {
  const found = new Map<string, readonly BalanceJump[]>()
  // One after the other, because an uncached history takes up to half a second and others wait.
  for (const wallet of wallets) {
    const marks = await listBalanceJumps(ctx, wallet, since, known)
    found.set(
      wallet.id,
      marks.filter(({ kind }) => kind === 'outside'),
    )
  }
  return found
}

/** Number of days used. A leak on most days shows within half of them, and is forgotten as soon once it is over. */
const RATE_DAYS = 7

/**
 * Returns what somebody else takes from a wallet per day, in nano-credits: the median of the last seven days, because
 * what was taken once need not continue.
 */
export function medianDailyOutsideSpend(taken: readonly Pick<BalanceJump, 'at' | 'nano'>[], now: Date): Nano {
  const days = new Array<Nano>(RATE_DAYS).fill(0n)
  for (const { at, nano } of taken) {
    const day = Math.floor((now.getTime() - at.getTime()) / DAY_MS)
    if (day >= 0 && day < RATE_DAYS) days[day] = (days[day] ?? 0n) + nano
  }
  days.sort(compareNano)
  return days[Math.floor(RATE_DAYS / 2)] ?? 0n
}

/** Returns what somebody else takes per day from each of these wallets, by wallet id. */
export async function readDailyOutsideSpend(
  ctx: TeamCtx,
  wallets: readonly WalletVersionParts[],
): Promise<ReadonlyMap<string, Nano>> {
  const now = ctx.clock.now()
  const taken = await listOutside(ctx, wallets, new Date(now.getTime() - RATE_DAYS * DAY_MS))
  return new Map([...taken].map(([id, marks]) => [id, medianDailyOutsideSpend(marks, now)]))
}
