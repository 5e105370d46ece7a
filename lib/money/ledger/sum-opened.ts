import type { Micro } from '@/lib/kernel'
import type { Tx } from '@/lib/platform/db'
import { type AttemptFilter, selectPendingOfOpened } from './attempt-store'
import { sumSettledOfOpened } from './entry-store'
import { sumResolvedOfOpened } from './resolution-store'

/** The results so far of the attempts opened in a span. */
interface Opened {
  readonly items: number
  readonly chargeMicro: Micro
  /** Those that may still be charged, with each hold; null if no price was known. */
  readonly pending: readonly { attemptId: string; reservedItems: number; reservedMicro: Micro | null }[]
}

/** Sums the attempts opened from `startsAt` on and before `endsAt`: the start value of a new budget's period. */
export async function sumOpened(
  tx: Tx,
  teamId: string,
  filter: AttemptFilter,
  { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date | null },
): Promise<Opened> {
  const opened = { teamId, ...filter, openedAt: { gte: startsAt, ...(endsAt && { lt: endsAt }) } }
  const { _sum: settled } = await sumSettledOfOpened(tx, opened)
  const { _sum: resolved } = await sumResolvedOfOpened(tx, opened)
  const pending = await selectPendingOfOpened(tx, opened)
  return {
    items: (settled.items ?? 0) + (resolved.items ?? 0),
    chargeMicro: (settled.chargeMicro ?? 0n) + (resolved.chargeMicro ?? 0n),
    pending: pending.map(({ id, ...held }) => ({ attemptId: id, ...held })),
  }
}
