import 'server-only'
import type { Operation } from '@/lib/kernel'
import { sumRollups } from '@/lib/money/ledger'
import { lastQuarterHours } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

const DAYS = 7
// Fewer answers say little about the next ones.
const MIN_PAGES = 20

/**
 * Returns how long a page of an operation took on average with each key, in milliseconds, over the last week; a key
 * with too few pages is missing.
 */
export async function answerTimes(ctx: TeamCtx, operation: Operation): Promise<ReadonlyMap<string, number>> {
  const sums = await sumRollups(ctx, [lastQuarterHours(ctx.clock.now(), DAYS)], 'keyId', { operation })
  return new Map(
    sums.flatMap(({ member, pages, latencyMs }) =>
      pages >= MIN_PAGES ? [[member, latencyMs / pages] as const] : [],
    ),
  )
}
