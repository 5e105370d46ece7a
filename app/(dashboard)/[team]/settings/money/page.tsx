import { Stack } from '@mantine/core'
import { hasPacks, requireMember, teamPrices, teamProvider } from '@/app/_server'
import { AddTopUpCost, MoneyForm, PackPrices, SetPackPrice, TopUpCosts } from '@/components/costs'
import { PriceForm, type SettablePrice } from '@/components/settings'
import { Card, CardBoundary, FactList, FormDrawer, PageHeader } from '@/components/ui'
import {
  describeTariff,
  formatMoment,
  hasRole,
  isCurrencyUnit,
  operationLabel,
  type ProviderPrices,
  perItemTariff,
  withLeadPrice,
} from '@/lib/kernel'
import { readCosts } from '@/lib/money/costs'
import type { PriceView } from '@/lib/money/prices'
import type { WalletView } from '@/lib/money/wallets'
import { dayContaining } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import type { Provider } from '@/lib/upstream/client'
import { providerPrices } from '@/lib/upstream/providers'
import { listTeamWallets } from '../../team-reads'
import { setPriceAction } from '../actions'
import { addTopUpCostAction, removeTopUpCostAction, setMoneyAction, setPackPriceAction } from './actions'

export const metadata = { title: 'Prices and money · settings' }

interface MoneyPageProps {
  readonly params: Promise<{ team: string }>
}

/** Shows what the API charges, what the team paid for credits, and whether pages show money. */
export default async function MoneyPage({ params }: MoneyPageProps) {
  const ctx = await requireMember(params)
  const { provider } = await teamProvider(ctx)
  return (
    <>
      <PageHeader
        title="Prices and money"
        description={
          isCurrencyUnit(provider.balanceUnit)
            ? `${provider.name} charges in ${provider.balanceUnit}, so amounts are already in money.`
            : 'What the API charges in credits, and what you paid for them.'
        }
      />
      <Stack gap="xl">
        <CardBoundary>
          <PricesCard ctx={ctx} />
        </CardBoundary>
        {!isCurrencyUnit(provider.balanceUnit) && (
          <CardBoundary>
            <PaidCards ctx={ctx} provider={provider} />
          </CardBoundary>
        )}
      </Stack>
    </>
  )
}

const SOURCES: Record<PriceView['source'], string> = {
  admin: 'set by an admin',
  provider: 'from the provider',
  inferred: 'inferred from balance readings',
  none: 'spend is shown in items until it is set',
  differing: 'wallets differ: see each wallet',
}

/** Lists what the API charges for each operation, in the unit of the balance. */
async function PricesCard({ ctx }: { readonly ctx: TeamCtx }) {
  const [prices, { provider }] = await Promise.all([teamPrices(ctx), teamProvider(ctx)])
  const dayOf = (at: Date) => formatMoment(at)
  const facts = Object.fromEntries(
    prices.map(({ operation, tariff, source, coming }) => {
      const now = tariff === null ? 'Unknown' : describeTariff(tariff, provider.balanceUnit)
      const next = coming && withLeadPrice(tariff ?? perItemTariff(0n), coming.priceNano)
      const then =
        next && `; ${describeTariff(next, provider.balanceUnit)} from ${dayOf(coming.effectiveAt)} on`
      return [operationLabel(operation), `${now}: ${SOURCES[source]}${then ?? ''}`]
    }),
  )
  return (
    <Card
      title="API prices"
      description="Past calls keep their price."
      actions={
        hasRole(ctx.actor.role, 'admin') && (
          <FormDrawer label="Set price" title="Set a price" variant="default" size="xs">
            <PriceForm
              team={ctx.team.slug}
              prices={settable(prices, providerPrices(provider))}
              set={setPriceAction}
            />
          </FormDrawer>
        )
      }
    >
      <FactList facts={facts} />
    </Card>
  )
}

const settable = (prices: readonly PriceView[], provider: ProviderPrices): SettablePrice[] =>
  prices.map(({ operation, tariff }) => ({ operation, tariff, stated: provider[operation] ?? null }))

interface PaidCardsProps {
  readonly ctx: TeamCtx
  readonly provider: Provider
}

/** Shows the currency, and what top-ups and packs cost in it. */
async function PaidCards({ ctx, provider }: PaidCardsProps) {
  const { slug } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const [{ currency, showsMoney, topUps, packs }, wallets] = await Promise.all([
    readCosts(ctx),
    listTeamWallets(ctx),
  ])
  const now = showsMoney ? 'shown beside credits' : 'not shown beside credits'
  return (
    <>
      <Card
        title="Money"
        description={
          provider.unitCost !== null && `The provider’s published price of a credit is ${provider.unitCost}.`
        }
        isNarrow
      >
        {isAdmin ? (
          <MoneyForm team={slug} currency={currency ?? ''} showsMoney={showsMoney} set={setMoneyAction} />
        ) : currency === null ? (
          'No currency yet. An admin can enter one.'
        ) : (
          `${currency}, ${now}.`
        )}
      </Card>
      {currency !== null && (
        <>
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
      anchor="top-ups"
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
        topUps={topUps}
        wallets={choices}
        isAdmin={isAdmin}
        remove={removeTopUpCostAction}
      />
    </Card>
  )
}
