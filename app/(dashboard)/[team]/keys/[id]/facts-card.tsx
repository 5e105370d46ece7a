import { elsewhereOf, teamKeyService, teamProvider } from '@/app/_server'
import { KeyFacts } from '@/components/keys'
import { Card } from '@/components/ui'
import type { KeyView } from '@/lib/keys/keys'
import { getWallet } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { shownBalance } from '../key-rows'

interface FactsCardProps {
  readonly ctx: TeamCtx
  readonly shown: KeyView
  readonly title: string
}

/** Shows what the key is and may do, and the balance of its wallet. */
export async function FactsCard({ ctx, shown, title }: FactsCardProps) {
  const [wallet, { provider }, service, elsewhere, problem] = await Promise.all([
    getWallet(ctx, shown.walletId),
    teamProvider(ctx),
    teamKeyService(ctx),
    elsewhereOf(ctx),
    shown.reference === null ? null : currentRuntime().worker.perform('referenceProblem', ctx, shown.id),
  ])
  const row = {
    ...shown,
    balance: shownBalance(wallet),
    unit: provider.balanceUnit,
    elsewhere: elsewhere(shown.service),
  }
  return (
    <Card title={title}>
      <KeyFacts
        row={row}
        service={service}
        problem={problem}
        now={ctx.clock.now()}
        timeZone={ctx.team.timeZone}
      />
    </Card>
  )
}
