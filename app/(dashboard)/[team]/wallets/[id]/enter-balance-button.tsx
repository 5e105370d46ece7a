import { teamProvider } from '@/app/_server'
import { EnterBalance } from '@/components/wallets'
import { hasRole } from '@/lib/kernel'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { enterBalanceAction } from './actions'

interface EnterBalanceButtonProps {
  readonly ctx: TeamCtx
  readonly wallet: WalletView
}

/** Lets admins enter the wallet's balance if the service has not stated it. */
export async function EnterBalanceButton({ ctx, wallet }: EnterBalanceButtonProps) {
  if (!hasRole(ctx.actor.role, 'admin')) return null
  const { provider } = await teamProvider(ctx)
  const isTold = provider.account !== null && wallet.balance !== null && !wallet.balance.isTyped
  // Without a key, no service has been asked yet.
  if (isTold || (provider.account !== null && wallet.keyCount === 0)) return null
  return (
    <EnterBalance
      team={ctx.team.slug}
      walletId={wallet.id}
      service={provider.name}
      unit={provider.balanceUnit}
      enter={enterBalanceAction}
    />
  )
}
