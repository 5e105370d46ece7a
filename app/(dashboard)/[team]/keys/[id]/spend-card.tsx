import { readPageRange } from '@/app/_server'
import { Card } from '@/components/ui'
import { SpendView } from '@/components/usage'
import type { KeyView } from '@/lib/keys/keys'
import { listSpend, type SpendReport } from '@/lib/money/usage'
import type { TeamCtx } from '@/lib/platform/db'
import { bucketLinks } from '../../usage/bucket-links'
import { unknownCallsBy } from '../../usage/unknown-calls'

interface KeySpendCardProps {
  readonly ctx: TeamCtx
  readonly shown: KeyView
  readonly title: string
}

/** What the key bought in the last days, against its wallet's balance. */
export async function KeySpendCard({ ctx, shown, title }: KeySpendCardProps) {
  // Without parameters: the last seven days.
  const range = await readPageRange(ctx, Promise.resolve({}))
  const [team, unknownCalls] = await Promise.all([
    listSpend(ctx, {
      range: range.range,
      dimension: 'keyId',
      walletIds: [shown.walletId],
      nameOf: () => ({ label: shown.name, color: shown.environmentColor }),
    }),
    unknownCallsBy(ctx, range, 'keyId'),
  ])
  const report = reportOf(team, shown.id, unknownCalls[shown.id] ?? 0)
  return (
    <Card title={title} description={`By ${report.step}, in ${ctx.team.timeZone}`}>
      <SpendView
        name={title}
        report={report}
        hrefs={bucketLinks(ctx.team.slug, range, report, 'key')}
        seriesParameter="key"
      />
    </Card>
  )
}

/** The part of the team's report that is one key's. */
function reportOf(team: SpendReport, keyId: string, unknowns: number): SpendReport {
  const own = team.series.find(({ key }) => key === keyId)
  const totals = {
    pages: own?.totalPages ?? 0,
    items: own?.totalItems ?? 0,
    chargeNano: own?.totalChargeNano ?? 0n,
    unpricedItems: own?.totalUnpricedItems ?? 0,
    unknowns,
  }
  return { ...team, series: own ? [own] : [], totals }
}
