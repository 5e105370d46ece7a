import { Card } from '@/components/ui'
import { WalletCheck } from '@/components/wallets'
import { hasRole } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { findCheck } from '@/lib/keys/wallet-check'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { endCheckAction, readCheckBalanceAction, startCheckAction } from './actions'

interface CheckCardProps {
  readonly ctx: TeamCtx
  readonly wallet: WalletView
}

export async function CheckCard({ ctx, wallet }: CheckCardProps) {
  const [check, keys] = await Promise.all([findCheck(ctx, wallet.id), listKeys(ctx)])
  return (
    <Card
      title="Who else spends?"
      description="While the check lasts, Purser refuses your team’s calls with this wallet. If the balance still falls, somebody else spends it."
    >
      <WalletCheck
        team={ctx.team.slug}
        walletId={wallet.id}
        check={check}
        keys={keys
          .filter(({ walletId, status }) => walletId === wallet.id && status === 'active')
          .map(({ id, name, prefix }) => ({ id, name, prefix }))}
        timeZone={ctx.team.timeZone}
        actions={
          hasRole(ctx.actor.role, 'admin')
            ? { start: startCheckAction, read: readCheckBalanceAction, end: endCheckAction }
            : null
        }
      />
    </Card>
  )
}
