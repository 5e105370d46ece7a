import { dayZone, teamContract } from '@/app/_server'
import { spentTile } from '@/components/usage'
import { WalletCard } from '@/components/wallets'
import { listSpend } from '@/lib/money/usage'
import type { WalletView } from '@/lib/money/wallets'
import { resolveRange } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

interface BalanceCardProps {
  readonly ctx: TeamCtx
  readonly wallet: WalletView
}

export async function BalanceCard({ ctx, wallet }: BalanceCardProps) {
  const now = ctx.clock.now()
  const { timeZone } = ctx.team
  const zone = await dayZone(ctx)
  const [{ contract }, { series }] = await Promise.all([
    teamContract(ctx),
    listSpend(ctx, {
      range: resolveRange({ preset: '30d' }, now, zone.timeZone),
      dimension: 'walletId',
      walletId: wallet.id,
      walletIds: [],
      nameOf: (label) => ({ label, color: null }),
    }),
  ])
  const found = series.find(({ key }) => key === wallet.id)
  const spent = spentTile({
    items: found?.totalItems ?? 0,
    chargeNano: found?.totalChargeNano ?? 0n,
    unpricedItems: found?.totalUnpricedItems ?? 0,
  })
  return (
    <WalletCard
      title="Balance"
      wallet={wallet}
      unit={contract.balanceUnit}
      spent={{ label: 'Spent in 30 days', ...spent }}
      now={now}
      timeZone={timeZone}
    />
  )
}
