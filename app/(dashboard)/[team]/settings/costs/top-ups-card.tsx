import { AddTopUp, TopUpCosts } from '@/components/costs'
import { Card } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import type { readCosts } from '@/lib/money/costs'
import type { WalletView } from '@/lib/money/wallets'
import { dayOf } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { addTopUpCostAction, removeTopUpCostAction } from './actions'

interface TopUpsCardProps {
  readonly ctx: TeamCtx
  readonly currency: string
  readonly topUps: Awaited<ReturnType<typeof readCosts>>['topUps']
  readonly wallets: readonly WalletView[]
}

/** Lists what top-ups cost, and lets admins enter one. */
export function TopUpsCard({ ctx, currency, topUps, wallets }: TopUpsCardProps) {
  const { slug, timeZone } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const choices = wallets.map(({ id, name }) => ({ id, name }))
  return (
    <Card
      title="Top-ups"
      actions={
        isAdmin &&
        choices.length > 0 && (
          <AddTopUp
            team={slug}
            currency={currency}
            wallets={choices}
            today={dayOf(ctx.clock.now(), timeZone).date}
            add={addTopUpCostAction}
          />
        )
      }
      description="The oldest credits are spent first. What a credit costs is the average of those that are left."
    >
      <TopUpCosts
        team={slug}
        currency={currency}
        timeZone={timeZone}
        topUps={topUps}
        wallets={choices}
        isAdmin={isAdmin}
        remove={removeTopUpCostAction}
      />
    </Card>
  )
}
