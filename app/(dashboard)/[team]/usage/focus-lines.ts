import type { PageRange } from '@/app/_server'
import { teamUnit } from '@/lib/kernel'
import { readCosts } from '@/lib/money/costs'
import { FOCUS_COLUMNS, focusRow } from '@/lib/money/usage'
import { monthOf, startOfQuarterHour } from '@/lib/platform/calendar'
import { csvHead, csvLines } from '@/lib/platform/csv'
import type { TeamCtx } from '@/lib/platform/db'
import { teamWallets } from '../team-wallets'
import { GROUPING_NAMES } from './groupings'
import type { UsageQuery } from './query'
import { usageReport } from './usage-report'

/**
 * Yields the FOCUS lines: what each member of the grouping cost in each bar, by wallet, since each wallet has its own
 * price of a credit. A wallet is read only when its rows are consumed.
 */
export async function* focusLines(ctx: TeamCtx, range: PageRange, query: UsageQuery): AsyncGenerator<string> {
  const { team } = ctx
  const unit = teamUnit(team.id)
  const [wallets, { currency, held }] = await Promise.all([teamWallets(ctx), readCosts(ctx)])
  yield csvHead(FOCUS_COLUMNS)
  for (const wallet of wallets.filter(({ id }) => query.wallet === null || query.wallet === id)) {
    const { report, rows } = await usageReport(ctx, range, {
      ...query,
      wallet: wallet.id,
      compare: null,
      measure: 'credits',
    })
    const known = held.get(wallet.id)
    const cost = known && currency !== null ? { ...known, currency } : null
    for (const { member, name } of rows) {
      const charges = report.sumsIn([member]).flatMap(({ nano, items, unpricedItems }, place) => {
        const bucket = report.buckets[place]
        if (!bucket || (nano === 0n && items === 0)) return []
        const [from, to] = [startOfQuarterHour(bucket.from), startOfQuarterHour(bucket.to)]
        const month = monthOf(from, range.timeZone)
        const tag = { name: GROUPING_NAMES[query.by].toLowerCase(), value: name }
        const known = unpricedItems > 0 ? null : nano
        return [focusRow({ team, wallet, month, from, to, tag, items, nano: known, unit, cost })]
      })
      if (charges.length > 0) yield csvLines(charges)
    }
  }
}
