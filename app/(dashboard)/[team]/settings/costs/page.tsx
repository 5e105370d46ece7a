import { Stack } from '@mantine/core'
import { hasPacks, requireMember, teamProvider } from '@/app/_server'
import { CurrencyForm, MoneyChoice, PackPrices, SetPackPrice } from '@/components/costs'
import { SettingTabs } from '@/components/shell'
import { Card, PageHeader } from '@/components/ui'
import { hasRole, isMoney } from '@/lib/kernel'
import { readCosts } from '@/lib/money/costs'
import { teamWallets } from '../../team-wallets'
import { setCurrencyAction, setPackPriceAction } from './actions'
import { TopUpsCard } from './top-ups-card'

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
    teamWallets(ctx),
    teamProvider(ctx),
  ])
  if (isMoney(provider.balanceUnit))
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
        title="What credits cost"
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
