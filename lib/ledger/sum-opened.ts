import type { Tx } from '@/lib/db'
import type { Micro } from '@/lib/kernel'
import { type AttemptFilter, selectPendingOfOpened, sumChargedOfOpened } from './store'

/** What the attempts opened in a span came to so far. */
interface Opened {
  readonly items: number
  readonly chargeMicro: Micro
  /** Those that may still be charged, with what is held for each; null where no price was known. */
  readonly pending: readonly { attemptId: string; reservedItems: number; reservedMicro: Micro | null }[]
}

/** Sums the attempts opened from `startsAt` on and before `endsAt`: how a new budget learns what its period holds. */
export async function sumOpened(
  tx: Tx,
  teamId: string,
  filter: AttemptFilter,
  { startsAt, endsAt }: { readonly startsAt: Date; readonly endsAt: Date | null },
): Promise<Opened> {
  const opened = { gte: startsAt, ...(endsAt && { lt: endsAt }) }
  const charged = await sumChargedOfOpened(tx, teamId, filter, opened)
  const pending = await selectPendingOfOpened(tx, teamId, filter, opened)
  return { ...charged, pending: pending.map(({ id, ...held }) => ({ attemptId: id, ...held })) }
}
