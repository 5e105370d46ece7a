import { cache } from 'react'
import { type PageRange, statedPrices } from '@/app/_server'
import type { WalletAlert } from '@/components/overview'
import { compareNano } from '@/lib/kernel'
import { listRunOuts } from '@/lib/money/forecast'
import { listDailyPrices } from '@/lib/money/prices'
import { type ComparedSpend, compareSpend } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { listTeamNeeds, listTeamWallets } from '../team-reads'
import { BREAKDOWN_DIMENSIONS, type Breakdown, programOfMemberRow } from './went'

/** Reads spend by one dimension, once per request for all the cards that show it. */
export const readSpendByDimension = cache(
  async (ctx: TeamCtx, shown: PageRange, went: Breakdown): Promise<ComparedSpend[]> => {
    const { range, environmentId } = shown
    const of = { range, environmentId, dailyPrices: await dailyPrices(ctx, shown) }
    const rows = compareSpend(ctx, { ...of, dimension: BREAKDOWN_DIMENSIONS[went] })
    if (went !== 'member') return rows
    // Breaks down by caller what no member bought: a name says more than "nobody".
    const memberOf = (principal: string) => (programOfMemberRow(principal) ? principal : null)
    const programs = compareSpend(ctx, { ...of, dimension: 'principal', memberOf })
    return [...(await rows).filter(({ member }) => member !== ''), ...(await programs)].sort(
      (a, b) => compareNano(b.nano, a.nano) || b.items - a.items,
    )
  },
)

const dailyPrices = cache(async (ctx: TeamCtx, { range }: PageRange) =>
  listDailyPrices(ctx, await statedPrices(ctx), range.from.toJSDate()),
)

/** Reads when each wallet runs out, soonest first; once per request. */
export const readRunOuts = cache(async (ctx: TeamCtx) => listRunOuts(ctx, await listTeamWallets(ctx)))

/** Reads each wallet's open alert, once per request: a wallet's state is never shown as better than its alert. */
export const readWalletAlerts = cache(async (ctx: TeamCtx): Promise<ReadonlyMap<string, WalletAlert>> => {
  const open = (await listTeamNeeds(ctx)).flatMap(({ kinds, about }) => {
    const kind = kinds.find((one) => one === 'low_balance' || one === 'run_out')
    return kind && about?.subject === 'wallet' ? [[about.id, kind] as const] : []
  })
  return new Map(open)
})

/** Returns words such as "the 7 days before", for a range of any length. */
export function describePreviousRange({ range: { from, to } }: PageRange): string {
  const hours = Math.round(to.diff(from, 'hours').hours)
  const days = Math.round(to.diff(from, 'days').days)
  if (days <= 1) return hours >= 23 ? 'the day before' : 'the hours before'
  return `the ${days} days before`
}
