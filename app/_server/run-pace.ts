import 'server-only'
import { sumRollups } from '@/lib/money/ledger'
import { lastQuarterHours } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

const DAYS = 7

/** How long an answer takes on average with each key, in milliseconds, over the last week; one without pages is missing. */
export async function answerTimes(ctx: TeamCtx): Promise<ReadonlyMap<string, number>> {
  const sums = await sumRollups(ctx, [lastQuarterHours(ctx.clock.now(), DAYS)], 'keyId')
  return new Map(
    sums.flatMap(({ member, pages, latencyMs }) => (pages > 0 ? [[member, latencyMs / pages] as const] : [])),
  )
}
