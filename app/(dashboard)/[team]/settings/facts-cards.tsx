import { teamPrices, teamProvider } from '@/app/_server'
import { Facts, PriceForm, type SettablePrice } from '@/components/settings'
import { Card, FormDrawer, LinkTo } from '@/components/ui'
import {
  describeTariff,
  formatMoment,
  hasRole,
  isMoney,
  operationLabel,
  type ProviderPrices,
  perItemTariff,
  withLeadPrice,
} from '@/lib/kernel'
import type { PriceView } from '@/lib/money/prices'
import type { TeamCtx } from '@/lib/platform/db'
import { providerPrices } from '@/lib/upstream/providers'
import { setPriceAction } from './actions'

/** Props of the cards that everyone may read. */
interface CardProps {
  readonly ctx: TeamCtx
}

const SOURCES: Record<PriceView['source'], string> = {
  admin: 'set by an admin',
  provider: 'from the provider',
  inferred: 'inferred from balance readings',
  none: 'spend is shown in items until it is set',
  differing: 'wallets differ: see each wallet',
}

export async function PricesCard({ ctx }: CardProps) {
  const [prices, { provider }] = await Promise.all([teamPrices(ctx), teamProvider(ctx)])
  const dayOf = (at: Date) => formatMoment(at, ctx.team.timeZone)
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
      title="Prices"
      description="Past calls keep their price."
      actions={
        <>
          <LinkTo href={`/${ctx.team.slug}/settings/costs`} size="sm">
            {isMoney(provider.balanceUnit) ? 'Costs' : 'What credits cost'}
          </LinkTo>
          {hasRole(ctx.actor.role, 'admin') && (
            <FormDrawer label="Set price" title="Set a price" variant="default" size="xs">
              <PriceForm
                team={ctx.team.slug}
                prices={settable(prices, providerPrices(provider))}
                set={setPriceAction}
              />
            </FormDrawer>
          )}
        </>
      }
    >
      <Facts facts={facts} />
    </Card>
  )
}

const settable = (prices: readonly PriceView[], provider: ProviderPrices): SettablePrice[] =>
  prices.map(({ operation, tariff }) => ({ operation, tariff, stated: provider[operation] ?? null }))

export async function UpstreamCard({ ctx }: CardProps) {
  const { provider, baseUrl, isSandbox } = await teamProvider(ctx)
  const facts = {
    Service: provider.name,
    'Base URL': isSandbox ? 'The built-in sandbox: pretend data, pretend credits' : baseUrl,
    'Keys are sent as': `${provider.auth.header}${provider.auth.scheme === '' ? '' : `: ${provider.auth.scheme}`}`,
    'Support address': provider.supportAddress ?? 'Not given',
  }
  return (
    <Card
      title="Upstream"
      actions={
        <LinkTo href={`/${ctx.team.slug}/settings/provider`} size="sm">
          Provider
        </LinkTo>
      }
    >
      <Facts facts={facts} />
    </Card>
  )
}
