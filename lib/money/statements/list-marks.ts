import type { Nano } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { takenNano } from './account-for'
import { type MarkedWallet, markHistories } from './history-marks'
import { keepConclusion } from './kept-histories'

/** A jump of a wallet's balance that was none of our pages. */
export interface BalanceMark {
  readonly kind: 'top-up' | 'outside'
  readonly at: Date
  readonly nano: Nano
}

/** All marks of a history: those of before the moment that was asked for too. */
const marksOf = keepConclusion('marks', ({ movements }): BalanceMark[] =>
  movements.flatMap((movement) => {
    const { to: at, topUpNano } = movement
    const nano = takenNano(movement)
    return [
      ...(topUpNano > 0n ? [{ kind: 'top-up' as const, at, nano: topUpNano }] : []),
      ...(nano > 0n ? [{ kind: 'outside' as const, at, nano }] : []),
    ]
  }),
)

/** A wallet's top-ups and outside spend since a moment, oldest first. */
export async function listBalanceMarks(
  ctx: TeamCtx,
  wallet: MarkedWallet,
  since: Date,
): Promise<BalanceMark[]> {
  return (await marksOf(ctx, wallet, since)).filter(({ at }) => at >= since)
}

/** What others took from each of these wallets since a moment, as far as readings tell, by the wallets' ids. */
export async function sumOutside(
  ctx: TeamCtx,
  wallets: readonly MarkedWallet[],
  since: Date,
): Promise<ReadonlyMap<string, Nano>> {
  const known = markHistories(ctx, wallets)
  const sums = new Map<string, Nano>()
  // One after the other: a history takes up to half a second where nobody has looked yet, and others wait.
  for (const wallet of wallets) {
    const marks = await marksOf(ctx, wallet, since, known)
    const taken = marks.filter(({ kind, at }) => kind === 'outside' && at >= since)
    sums.set(
      wallet.id,
      taken.reduce((sum, { nano }) => sum + nano, 0n),
    )
  }
  return sums
}
