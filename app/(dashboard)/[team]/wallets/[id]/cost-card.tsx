import { Stack, Text } from '@mantine/core'
import { hasPacks, teamProvider } from '@/app/_server'
import { ComparisonTable, PackAdviceTable } from '@/components/costs'
import { AppLink, Card, FactList } from '@/components/ui'
import {
  byOperation,
  costOfCredit,
  formatCost,
  formatCount,
  formatCredits,
  inMoney,
  inUnitAndMoney,
  isCurrencyUnit,
  type Nano,
  parseNano,
} from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import {
  advisePack,
  compareServices,
  convertToMoney,
  readCosts,
  readListUsage,
  readPackUsage,
  type ServiceCost,
} from '@/lib/money/costs'
import type { WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { listFormOf, type Provider } from '@/lib/upstream/client'
import { providerPrices } from '@/lib/upstream/providers'

interface CostCardProps {
  readonly ctx: TeamCtx
  readonly wallet: WalletView
  readonly title: string
}

/** Shows what the wallet's credits cost, and what another pack would have meant in the last thirty days. */
export async function CostCard({ ctx, wallet, title }: CostCardProps) {
  const [{ currency, packs, held }, keys, { provider }] = await Promise.all([
    readCosts(ctx),
    listKeys(ctx),
    teamProvider(ctx),
  ])
  const rates = keys.filter(({ walletId }) => walletId === wallet.id).map((key) => key.requestsPerSecond)
  const use = await readPackUsage(ctx, wallet.id, Math.max(0, ...rates))
  const advice = hasPacks(provider) ? advisePack(use, packs) : []
  const elsewhere = await compared(ctx, wallet.id, { provider, chargeNano: use.chargeNano })
  const cost = held.get(wallet.id)
  const facts = {
    ...(cost &&
      currency && {
        [`${formatCount(1000)} credits cost`]: formatCost(costOfCredit(cost) * 1000n, currency, cost.isAbout),
      }),
    ...(wallet.expectedNano !== null && { Balance: inUnitAndMoney(wallet.expectedNano, wallet.id) }),
    'Spent in 30 days': `${formatCredits(use.chargeNano)} ${provider.balanceUnit}${paid(inMoney(use.chargeNano, wallet.id))}`,
  }
  return (
    <Card
      title={title}
      description={
        cost &&
        'The oldest credits are spent first. What a credit costs is the average of those that are left.'
      }
      actions={
        !isCurrencyUnit(provider.balanceUnit) && (
          <AppLink href={`/${ctx.team.slug}/settings/money`}>
            {currency === null ? 'Enter what credits cost' : 'Credit costs'}
          </AppLink>
        )
      }
    >
      <Stack gap="sm">
        <FactList facts={facts} />
        {advice.length > 0 && (
          <>
            <Text size="sm">
              {currency === null
                ? 'How long your last 30 days of calls would have waited on other packs.'
                : 'What your last 30 days would have cost on other packs, and how long calls would have waited.'}
            </Text>
            <PackAdviceTable advice={advice} currency={currency} />
          </>
        )}
        {elsewhere.length > 0 && (
          <>
            <Text size="sm">
              What the same items would have cost at other services in the last 30 days, by their published
              prices: the lower amount in full pages, the higher one in pages as they were bought here.
              Limits, other calls and what each list holds are not compared.
            </Text>
            <ComparisonTable rows={elsewhere} countsMoney={isCurrencyUnit(provider.balanceUnit)} />
          </>
        )}
      </Stack>
    </Card>
  )
}

interface OwnSpend {
  readonly provider: Provider
  readonly chargeNano: Nano
}

/**
 * Returns what the wallet's lists would have cost at the ready services, the cheapest first; empty if nothing was
 * bought.
 */
async function compared(
  ctx: TeamCtx,
  walletId: string,
  { provider, chargeNano }: OwnSpend,
): Promise<readonly ServiceCost[]> {
  const use = await readListUsage(ctx, walletId)
  if (Object.keys(use).length === 0) return []
  const others = Object.values(currentRuntime().upstreams.ready).filter(({ name }) => name !== provider.name)
  const offers = others.map((other) => ({
    name: other.name,
    prices: providerPrices(other),
    pageSizes: byOperation((operation) => listFormOf(other, operation).count.maximum),
    unitCost: unitCostOf(other),
  }))
  const unit = unitCostOf(provider)
  const spent = unit && convertToMoney(chargeNano, unit)
  const present =
    unit && spent !== null
      ? [
          {
            name: `${provider.name} ${isCurrencyUnit(provider.balanceUnit) ? '(now)' : '(now, at its published price)'}`,
            currency: unit.currency,
            fromMicro: spent,
            toMicro: spent,
          },
        ]
      : []
  const costOf = (row: ServiceCost) =>
    row.currency === null ? Number.POSITIVE_INFINITY : Number(row.fromMicro)
  return [...present, ...compareServices(use, offers)].toSorted((one, other) => costOf(one) - costOf(other))
}

function unitCostOf({ unitCost }: Provider) {
  const [amount = '', currency] = unitCost?.split(' ') ?? []
  return currency === undefined ? null : { currency, nano: parseNano(amount) ?? 0n }
}

const paid = (money: string | null): string => (money ? `: ${money} at what you paid` : '')
