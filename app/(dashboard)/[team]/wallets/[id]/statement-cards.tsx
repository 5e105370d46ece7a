import { Stack } from '@mantine/core'
import { teamPrices, teamProvider } from '@/app/_server'
import { Card, EmptyState } from '@/components/ui'
import { MovementTable, PriceTable, StatementTable, StatementTools } from '@/components/wallets'
import {
  chargeUnit,
  describeTariff,
  formatCredits,
  formatDay,
  formatMoment,
  formatPlural,
  leadPriceAt,
  type Nano,
  operationLabel,
} from '@/lib/kernel'
import {
  environmentLines,
  getWalletReport,
  resolveStatementSpan,
  statementLines,
} from '@/lib/money/statements'
import type { WalletView } from '@/lib/money/wallets'
import type { Range } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'

interface StatementCardsProps {
  readonly ctx: TeamCtx
  readonly wallet: WalletView
  readonly range: Range
  /** Null for all of the wallet. */
  readonly environmentId: string | null
}

/** Shows the period's statement, and what moved the balance other than our own pages. */
export async function StatementCards({ ctx, wallet, range, environmentId }: StatementCardsProps) {
  const { slug, timeZone } = ctx.team
  const { timeZone: closedIn, ...span } = await resolveStatementSpan(ctx, range)
  const [report, environments, { provider }] = await Promise.all([
    getWalletReport(ctx, wallet.id, span),
    listEnvironments(ctx),
    teamProvider(ctx),
  ])
  const { statement, events, comparedTo, open } = report
  const unit = provider.balanceUnit
  const names = {
    environment: (id: string) => environments.find((one) => one.id === id)?.name ?? 'a former environment',
    operation: operationLabel,
  }
  const openingRead = statement && formatMoment(statement.openingRead, timeZone)
  const last = range.to.minus({ milliseconds: 1 }).toJSDate()
  const days = `${formatDay(range.from.toJSDate(), timeZone)} to ${formatDay(last, timeZone)} (${closedIn})`
  return (
    <Stack>
      <Card
        title="Statement"
        description={`${wallet.name}, ${days}`}
        actions={
          <StatementTools
            csv={`/api/wallets/${wallet.id}/statement?${new URLSearchParams({
              team: slug,
              from: range.from.toISODate() ?? '',
              to: range.to.minus({ milliseconds: 1 }).toISODate() ?? '',
              ...(environmentId && { environment: environmentId }),
            })}`}
          />
        }
      >
        {statement === null ? (
          <EmptyState
            title="No balance was read up to then"
            text={
              provider.account === null
                ? `${provider.name} tells no balance. A statement begins with the first one that an admin enters.`
                : 'A statement begins with the first balance reading of the wallet: check one of its keys.'
            }
          />
        ) : (
          <StatementTable
            caption={
              environmentId
                ? 'What this environment took off the balance'
                : 'Opening balance, plus and minus each line, is the closing balance'
            }
            lines={
              environmentId
                ? environmentLines(statement, environmentId, names)
                : statementLines(statement, names).map((line) =>
                    line.key === 'opening' && statement.isLate
                      ? { ...line, label: `${line.label}, first read on ${openingRead}` }
                      : line,
                  )
            }
            unit={unit}
            colors={new Map(environments.map(({ id, color }) => [id, color]))}
            notes={[
              // If the wallet was first read within the period, the statement's line says so.
              ...(statement.isLate && environmentId === null
                ? []
                : [`The opening balance is computed from the reading of ${openingRead}.`]),
              `The closing balance is computed from the reading of ${formatMoment(statement.closingRead, timeZone)}, minus what was spent since.`,
              ...(open.length === 0
                ? []
                : [
                    `${formatPlural(open.length, 'call')} of this time ended without an answer; whether ${open.length === 1 ? 'it was' : 'they were'} charged is not known yet.`,
                  ]),
            ]}
          />
        )}
      </Card>
      <Card
        title="Movements"
        description="What else changed the balance between two readings. Pages that your team bought are left out."
      >
        <MovementTable movements={events} comparedTo={comparedTo} unit={unit} timeZone={timeZone} />
      </Card>
    </Stack>
  )
}

/** Compares the prices on the ledger with what the balance says that one item costs. */
export async function PriceCard({
  ctx,
  wallet,
  range,
}: Pick<StatementCardsProps, 'ctx' | 'wallet' | 'range'>) {
  const { slug, timeZone } = ctx.team
  const { timeZone: _, ...span } = await resolveStatementSpan(ctx, range)
  const [{ estimates, callParts }, { provider }, prices] = await Promise.all([
    getWalletReport(ctx, wallet.id, span),
    teamProvider(ctx),
    teamPrices(ctx, wallet.id),
  ])
  const unit = provider.balanceUnit
  return (
    <Card title="Price check" description="What one item costs, measured by how far the balance fell.">
      <PriceTable
        rows={[
          ...callParts.map(({ operation, priceNano, perCallNano, observations, items }) => {
            const tariff = prices.find((price) => price.operation === operation)?.tariff
            return {
              operation,
              observations,
              items,
              estimate: withCalls(priceNano, perCallNano),
              spread: '0',
              changed: null,
              booked: tariff ? describeTariff(tariff, unit) : null,
              isSame: tariff?.perItem === priceNano && tariff.perCall === perCallNano,
            }
          }),
          ...estimates.map(({ operation, priceNano, spreadNano, observations, items, changedAt }) => {
            const booked = prices.find((price) => price.operation === operation)
            const shown = (nano: Nano) =>
              formatCredits(booked?.tariff ? leadPriceAt(booked.tariff, nano) : nano)
            return {
              operation,
              estimate: shown(priceNano),
              spread: shown(spreadNano),
              observations,
              items,
              changed: changedAt === null ? null : formatMoment(changedAt, timeZone),
              booked: booked?.tariff ? describeTariff(booked.tariff, unit) : null,
              isSame: booked?.tariff ? chargeUnit(booked.tariff) === priceNano : false,
            }
          }),
        ]}
        unit={unit}
        settings={`/${slug}/settings`}
      />
    </Card>
  )
}

const withCalls = (itemNano: Nano, callNano: Nano): string => {
  if (callNano === 0n) return formatCredits(itemNano)
  const perCall = `${formatCredits(callNano)} per call`
  return itemNano === 0n ? perCall : `${formatCredits(itemNano)}, and ${perCall}`
}
