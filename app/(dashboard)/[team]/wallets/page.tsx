import { Stack } from '@mantine/core'
import { requireMember, type SearchParams } from '@/app/_server'
import { CardBoundary, LiveRefresh, PageHeader } from '@/components/ui'
import { AddWallet } from '@/components/wallets'
import { hasRole } from '@/lib/kernel'
import { teamWallets } from '../team-wallets'
import { createWalletAction } from './actions'
import { shownUnknown, UnknownCallsCard } from './unknown-calls-card'
import { WalletsCard } from './wallets-card'

export const metadata = { title: 'Wallets' }

interface WalletsPageProps {
  readonly params: Promise<{ team: string }>
  /** `calls`: number of unknown calls to show. `sums`: number of windows of them whose sum is known. */
  readonly searchParams: SearchParams
}

/** Shows which wallet to top up next, and the calls whose cost is not known. */
export default async function WalletsPage({ params, searchParams }: WalletsPageProps) {
  const ctx = await requireMember(params)
  const shown = shownUnknown.parse(await searchParams)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <>
      <LiveRefresh team={ctx.team.slug} />
      <PageHeader
        title="Wallets"
        description="Balances as last read, minus what was spent since, and when they run out."
        actions={isAdmin && <AddWallet team={ctx.team.slug} create={createWalletAction} />}
      />
      <Stack gap="lg">
        <CardBoundary>
          <WalletsCard ctx={ctx} />
        </CardBoundary>
        <CardBoundary>
          <div id="unknown-calls">
            <UnknownCallsCard ctx={ctx} wallets={await teamWallets(ctx)} shown={shown} />
          </div>
        </CardBoundary>
      </Stack>
    </>
  )
}
