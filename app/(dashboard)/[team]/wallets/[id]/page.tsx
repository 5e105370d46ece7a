import { Stack } from '@mantine/core'
import { orPage, readPageRange, requireMember, type SearchParams } from '@/app/_server'
import { LinkTo, PageHeader } from '@/components/ui'
import { RangePicker } from '@/components/usage'
import { plural } from '@/lib/kernel'
import { getWallet } from '@/lib/money/wallets'
import { Loaded } from '../../loaded'
import { BalanceCard } from './balance-card'
import { CheckCard } from './check-card'
import { ForecastCard } from './forecast-card'
import { StatementCards } from './statement-cards'

export const metadata = { title: 'Wallet' }

interface WalletPageProps {
  readonly params: Promise<{ team: string; id: string }>
  readonly searchParams: SearchParams
}

/** A wallet: its balance, how long that lasts, where it went, and who else may use it. */
export default async function WalletPage({ params, searchParams }: WalletPageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const { slug, timeZone } = ctx.team
  const wallet = await orPage(() => getWallet(ctx, id), `/${slug}/wallets/${id}`)
  const { range, preset, from, to, environments, environmentId } = await readPageRange(
    ctx,
    searchParams,
    'month',
    timeZone,
  )
  return (
    <>
      <PageHeader
        title={wallet.name}
        description={`A wallet with ${plural(wallet.keyCount, 'key')}`}
        actions={
          <>
            <LinkTo href={`/${slug}/wallets`} size="sm">
              All wallets
            </LinkTo>
            <RangePicker {...{ preset, from, to, timeZone, environments, environmentId }} />
          </>
        }
      />
      <Stack>
        <Loaded title="Balance" height={90}>
          <BalanceCard ctx={ctx} wallet={wallet} />
        </Loaded>
        <Loaded title="Forecast" height={320}>
          <ForecastCard ctx={ctx} wallet={wallet} />
        </Loaded>
        <Loaded title="Statement" height={420}>
          <StatementCards ctx={ctx} wallet={wallet} range={range} environmentId={environmentId} />
        </Loaded>
        <Loaded title="Who else spends?" height={160}>
          <CheckCard ctx={ctx} wallet={wallet} />
        </Loaded>
      </Stack>
    </>
  )
}
