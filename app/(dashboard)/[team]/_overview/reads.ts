import { cache } from 'react'
import { type PageRange, statedPrices } from '@/app/_server'
import type { WalletAlert } from '@/components/overview'
import { listRunOuts } from '@/lib/money/forecast'
import { listDailyPrices } from '@/lib/money/prices'
import { type ComparedSpend, compareSpend } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { teamNeeds } from '../team-needs'
import { teamWallets } from '../team-wallets'
import { DIMENSIONS, programOf, type Went } from './went'

/** Spend by one dimension: read once a request for the cards that show it. */
export const comparedBy = cache(
  async (ctx: TeamCtx, shown: PageRange, went: Went): Promise<ComparedSpend[]> => {
    const { range, environmentId } = shown
    const of = { range, environmentId, dailyPrices: await dailyPrices(ctx, shown) }
    const rows = compareSpend(ctx, { ...of, dimension: DIMENSIONS[went] })
    if (went !== 'member') return rows
    // What no member bought is told by who did: the name of a token says more than that it is nobody's.
    const programs = compareSpend(ctx, { ...of, dimension: 'principal', memberOf: programOf })
    return [...(await rows).filter(({ member }) => member !== ''), ...(await programs)].sort((a, b) =>
      a.nano < b.nano ? 1 : a.nano > b.nano ? -1 : b.items - a.items,
    )
  },
)

const dailyPrices = cache(async (ctx: TeamCtx, { range }: PageRange) =>
  listDailyPrices(ctx, await statedPrices(ctx), range.from.toJSDate()),
)

/** When each wallet runs out, the first one first; read once a request. */
export const runOuts = cache(async (ctx: TeamCtx) => listRunOuts(ctx, await teamWallets(ctx)))

/** What is open about each wallet, read once a request: its state is no better than the alert that needs somebody. */
export const walletAlerts = cache(async (ctx: TeamCtx): Promise<ReadonlyMap<string, WalletAlert>> => {
  const open = (await teamNeeds(ctx)).flatMap(({ kind, path }) =>
    kind === 'low_balance' || kind === 'run_out' ? [[path.replace('wallets/', ''), kind] as const] : [],
  )
  return new Map(open)
})

/** "the 7 days before", for a range of any length. */
export function beforeWords({ range: { from, to } }: PageRange): string {
  const hours = Math.round(to.diff(from, 'hours').hours)
  const days = Math.round(to.diff(from, 'days').days)
  if (days <= 1) return hours >= 23 ? 'the day before' : 'the hours before'
  return `the ${days} days before`
}
