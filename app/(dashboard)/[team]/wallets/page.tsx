import { Stack } from '@mantine/core'
import { requireMember, teamContract } from '@/app/_server'
import { Card, EmptyState, PageHeader } from '@/components/ui'
import { CreateWallet, RenameWallet, WalletCard } from '@/components/wallets'
import { hasRole } from '@/lib/kernel'
import { listWallets } from '@/lib/money/wallets'
import { createWalletAction, renameWalletAction } from './actions'
import { spentTiles } from './spent-tiles'
import { UnknownCallsCard } from './unknown-calls-card'

export const metadata = { title: 'Wallets' }

interface WalletsPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function WalletsPage({ params }: WalletsPageProps) {
  const ctx = await requireMember(params)
  const { slug, timeZone } = ctx.team
  const { contract } = await teamContract(ctx)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const [wallets, spentOn] = await Promise.all([listWallets(ctx), spentTiles(ctx)])
  return (
    <>
      <PageHeader title="Wallets" description="Balances at the upstream, and the keys that use them." />
      <Stack>
        {wallets.length === 0 && (
          <Card title="Wallets">
            <EmptyState
              title="No wallets yet"
              text="An admin adds a wallet, then the keys that draw on it."
            />
          </Card>
        )}
        {wallets.map((wallet) => (
          <WalletCard
            key={wallet.id}
            wallet={wallet}
            href={`/${slug}/wallets/${wallet.id}`}
            unit={contract.balanceUnit}
            spent={spentOn(wallet.id)}
            now={ctx.clock.now()}
            timeZone={timeZone}
          >
            {isAdmin && <RenameWallet team={slug} wallet={wallet} rename={renameWalletAction} />}
          </WalletCard>
        ))}
        <UnknownCallsCard ctx={ctx} />
        {isAdmin && (
          <Card
            title="Add a wallet"
            description="The upstream names no wallet: put keys into the same one when they share a balance."
          >
            <CreateWallet team={slug} create={createWalletAction} />
          </Card>
        )}
      </Stack>
    </>
  )
}
