import { Stack } from '@mantine/core'
import { hasPacks, requireMember, teamProvider } from '@/app/_server'
import {
  AddTopUpCost,
  CurrencyForm,
  MoneyChoice,
  PackPrices,
  SetPackPrice,
  TopUpCosts,
} from '@/components/costs'
import { SettingTabs } from '@/components/shell'
import { Card, PageHeader } from '@/components/ui'
import { hasRole, isCurrencyUnit } from '@/lib/kernel'
import { readCosts } from '@/lib/money/costs'
import type { WalletView } from '@/lib/money/wallets'
import { dayContaining } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { listTeamWallets } from '../../team-reads'
import { addTopUpCostAction, removeTopUpCostAction, setCurrencyAction, setPackPriceAction } from './actions'

export const metadata = { title: 'Costs' }

interface CostsPageProps {
  readonly params: Promise<{ team: string }>
}

/** Shows the currency, what top-ups and packs cost, and whether amounts are shown in money. */
export default async function CostsPage({ params }: CostsPageProps) {
  const ctx = await requireMember(params)
  const { slug } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const [{ currency, topUps, packs }, wallets, { provider }] = await Promise.all([
    readCosts(ctx),
    listTeamWallets(ctx),
    teamProvider(ctx),
  ])
  if (isCurrencyUnit(provider.balanceUnit))
    return (
      <>
        <PageHeader
          title="Costs"
          description={`${provider.name} counts in ${provider.balanceUnit}: amounts are money already, and there is nothing to enter.`}
        />
        <SettingTabs team={slug} isAdmin={isAdmin} />
      </>
    )
  return (
    <>
      <PageHeader
        title="Credit costs"
        description={`${provider.unitCost === null ? 'The provider names no price of a credit' : `The provider’s published price of a credit is ${provider.unitCost}`}. Enter what you paid, and a wallet’s page can show money.`}
      />
      <SettingTabs team={slug} isAdmin={isAdmin} />
      <Stack>
        <Card
          title="Currency"
          description={currency === null && 'What top-ups cost is entered next.'}
          isNarrow
        >
          {isAdmin ? (
            <CurrencyForm team={slug} currency={currency ?? ''} set={setCurrencyAction} />
          ) : (
            (currency ?? 'No currency yet: an admin enters it.')
          )}
        </Card>
        {currency !== null && (
          <>
            <Card title="Amounts in money" description="Your own choice, kept in this browser.">
              <MoneyChoice />
            </Card>
            <TopUpsCard ctx={ctx} currency={currency} topUps={topUps} wallets={wallets} />
            {hasPacks(provider) && (
              <Card
                title="Packs"
                actions={isAdmin && <SetPackPrice team={slug} currency={currency} set={setPackPriceAction} />}
                description="What each pack costs at the provider, for the advice on a wallet’s page."
              >
                <PackPrices currency={currency} packs={packs} />
              </Card>
            )}
          </>
        )}
      </Stack>
    </>
  )
}

interface TopUpsCardProps {
  readonly ctx: TeamCtx
  readonly currency: string
  readonly topUps: Awaited<ReturnType<typeof readCosts>>['topUps']
  readonly wallets: readonly WalletView[]
}

/** Lists what top-ups cost, and lets admins enter one. */
function TopUpsCard({ ctx, currency, topUps, wallets }: TopUpsCardProps) {
  const { slug, timeZone } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const choices = wallets.map(({ id, name }) => ({ id, name }))
  return (
    <Card
      title="Top-ups"
      actions={
        isAdmin &&
        choices.length > 0 && (
          <AddTopUpCost
            team={slug}
            currency={currency}
            wallets={choices}
            today={dayContaining(ctx.clock.now(), timeZone).date}
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
