import { Stack } from '@mantine/core'
import { requireMember } from '@/app/_server'
import { AddTopUp, CurrencyForm, MoneyChoice, PackPrices, SetPackPrice, TopUpCosts } from '@/components/costs'
import { SettingTabs } from '@/components/shell'
import { Card, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { readCosts } from '@/lib/money/costs'
import { dayOf } from '@/lib/platform/calendar'
import { teamWallets } from '../../team-wallets'
import { addTopUpCostAction, removeTopUpCostAction, setCurrencyAction, setPackPriceAction } from './actions'

export const metadata = { title: 'What credits cost' }

interface CostsPageProps {
  readonly params: Promise<{ team: string }>
}

/** The currency, what top-ups and packs cost, and whether amounts are shown in money. */
export default async function CostsPage({ params }: CostsPageProps) {
  const ctx = await requireMember(params)
  const { slug, timeZone } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const [{ currency, topUps, packs }, wallets] = await Promise.all([readCosts(ctx), teamWallets(ctx)])
  const choices = wallets.map(({ id, name }) => ({ id, name }))
  return (
    <>
      <PageHeader
        title="What credits cost"
        description="The provider gives no prices in money. Enter what you paid, and a wallet’s page can show money."
      />
      <SettingTabs team={slug} isAdmin={isAdmin} />
      <Stack>
        <Card
          title="Currency"
          description={currency === null && 'What top-ups and packs cost is entered next.'}
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
            <Card
              title="Top-ups"
              actions={
                isAdmin &&
                choices.length > 0 && (
                  <AddTopUp
                    {...{ team: slug, currency, wallets: choices }}
                    today={dayOf(ctx.clock.now(), timeZone).date}
                    add={addTopUpCostAction}
                  />
                )
              }
              description="The oldest credits are spent first. What a credit costs is the average of those that are left."
            >
              <TopUpCosts
                {...{ team: slug, currency, timeZone, topUps, wallets: choices, isAdmin }}
                remove={removeTopUpCostAction}
              />
            </Card>
            <Card
              title="Packs"
              actions={isAdmin && <SetPackPrice {...{ team: slug, currency }} set={setPackPriceAction} />}
              description="What each pack costs at the provider, for the advice on a wallet’s page."
            >
              <PackPrices {...{ currency, packs }} />
            </Card>
          </>
        )}
      </Stack>
    </>
  )
}
