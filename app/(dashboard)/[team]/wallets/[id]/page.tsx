import { orPage, readPageRange, requireMember, type SearchParams } from '@/app/_server'
import { AnswerFirst, Parts } from '@/components/overview'
import { Card, CardBoundary, LinkTo, LiveRefresh, PageHeader } from '@/components/ui'
import { RangePicker } from '@/components/usage'
import { plural } from '@/lib/kernel'
import { IncidentNotes } from '../../_overview/incident-notes'
import { WalletChartView } from '../../_overview/wallet-chart-view'
import { AnswerStrip, StateOf } from './answer-strip'
import { BalanceNotes } from './balance-notes'
import { CheckCard } from './check-card'
import { CostCard } from './cost-card'
import { EnterBalanceButton } from './enter-balance-button'
import { ForecastCard } from './forecast-card'
import { StatementCards } from './statement-cards'
import { readWallet } from './wallet-metadata'

export { generateMetadata } from './wallet-metadata'

interface WalletPageProps {
  readonly params: Promise<{ team: string; id: string }>
  readonly searchParams: SearchParams
}

/** Shows a wallet: first when it runs out and how it falls, then where it went, and who else may use it. */
export default async function WalletPage({ params, searchParams }: WalletPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const { slug, timeZone } = ctx.team
  const wallet = await orPage(() => readWallet(ctx, id), `/${slug}/wallets/${id}`)
  const page = await readPageRange(ctx, searchParams, 'month', timeZone)
  const { range, preset, from, to, environments, environmentId } = page
  return (
    <Parts>
      <LiveRefresh team={slug} />
      <AnswerFirst
        header={
          <PageHeader
            back={{ href: `/${slug}/wallets`, label: 'All wallets' }}
            title={wallet.name}
            badge={
              <CardBoundary>
                <StateOf ctx={ctx} wallet={wallet} />
              </CardBoundary>
            }
            actions={<EnterBalanceButton ctx={ctx} wallet={wallet} />}
            description={
              <LinkTo href={`/${slug}/keys`} size="inherit">
                {plural(wallet.keyCount, 'key')}
              </LinkTo>
            }
          />
        }
        tools={
          <RangePicker
            preset={preset}
            from={from}
            to={to}
            timeZone={timeZone}
            environments={environments}
            environmentId={environmentId}
          />
        }
      >
        <IncidentNotes ctx={ctx} walletId={id} />
        <BalanceNotes ctx={ctx} walletId={id} />
        <CardBoundary>
          <AnswerStrip ctx={ctx} wallet={wallet} />
        </CardBoundary>
        <CardBoundary>
          <Card title="Balance and spend">
            <WalletChartView ctx={ctx} range={page} wallet={wallet} />
          </Card>
        </CardBoundary>
        <CardBoundary>
          <ForecastCard ctx={ctx} wallet={wallet} />
        </CardBoundary>
      </AnswerFirst>
      <CardBoundary>
        <StatementCards ctx={ctx} wallet={wallet} range={range} environmentId={environmentId} />
      </CardBoundary>
      <CardBoundary>
        <CostCard ctx={ctx} wallet={wallet} title="Costs" />
      </CardBoundary>
      <CardBoundary>
        <div id="who-else">
          <CheckCard ctx={ctx} wallet={wallet} />
        </div>
      </CardBoundary>
    </Parts>
  )
}
