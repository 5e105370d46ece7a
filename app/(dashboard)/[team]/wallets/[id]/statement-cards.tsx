import { Group, Stack, Text } from '@mantine/core'
import { teamPrices, teamProvider } from '@/app/_server'
import { AppLink, Card, EmptyState } from '@/components/ui'
import { MonthCloser, MovementTable, PriceTable, StatementTable, StatementTools } from '@/components/wallets'
import {
  chargeUnit,
  describeTariff,
  formatCredits,
  formatDay,
  formatMoment,
  formatMonth,
  formatPlural,
  formatWithUnit,
  hasRole,
  leadPriceAt,
  type Nano,
  operationLabel,
} from '@/lib/kernel'
import {
  environmentLines,
  getWalletReport,
  linesSinceClosing,
  resolveStatementSpan,
  type StatementLine,
  statementLines,
} from '@/lib/money/statements'
import type { WalletView } from '@/lib/money/wallets'
import type { Range } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'
import { closeMonthAction, reopenMonthAction } from './actions'

interface StatementCardsProps {
  readonly ctx: TeamCtx
  readonly wallet: WalletView
  readonly range: Range
  /** Null for all of the wallet. */
  readonly environmentId: string | null
}

/** Shows the period's statement, and what moved the balance other than our own pages. */
export async function StatementCards({ ctx, wallet, range, environmentId }: StatementCardsProps) {
  const { slug } = ctx.team
  const { timeZone: statedIn, ...span } = await resolveStatementSpan(ctx, range)
  const [report, environments, { provider }] = await Promise.all([
    getWalletReport(ctx, wallet.id, span),
    listEnvironments(ctx),
    teamProvider(ctx),
  ])
  const { statement, closed, events, comparedTo, open } = report
  const shown = closed?.statement ?? statement
  const unit = provider.balanceUnit
  const names = {
    environment: (id: string) => environments.find((one) => one.id === id)?.name ?? 'a former environment',
    operation: operationLabel,
  }
  const since =
    closed && statement ? linesSinceClosing(closed.statement, statement, names, environmentId) : []
  const openingRead = shown && formatMoment(shown.openingRead)
  const last = range.to.minus({ milliseconds: 1 }).toJSDate()
  const days = `${formatDay(range.from.toJSDate())} to ${formatDay(last)} (${statedIn})`
  // Paper has no navigation that names the team.
  const of = `${ctx.team.name}, ${wallet.name}, ${days}`
  const state = closed
    ? `Closed by ${closed.closedByName} on ${formatMoment(closed.closedAt)}.`
    : 'Not closed.'
  const [from, to] = [range.from.toISODate() ?? '', range.to.minus({ milliseconds: 1 }).toISODate() ?? '']
  return (
    <Stack>
      <Card
        title="Statement"
        isTitleHidden
        description={span.month === null ? of : `${of}. ${state}`}
        actions={
          <Group gap="xs" data-print="never">
            {span.month !== null &&
              shown !== null &&
              environmentId === null &&
              hasRole(ctx.actor.role, 'admin') && (
                <MonthCloser
                  team={slug}
                  walletId={wallet.id}
                  month={span.month}
                  monthName={formatMonth(span.month)}
                  isClosed={closed !== null}
                  closing={formatWithUnit(shown.closingNano, unit)}
                  unresolved={open.length}
                  close={closeMonthAction}
                  reopen={reopenMonthAction}
                />
              )}
            <StatementTools
              csv={`/api/wallets/${wallet.id}/statement?${new URLSearchParams({
                team: slug,
                from,
                to,
                ...(environmentId && { environment: environmentId }),
              })}`}
            />
          </Group>
        }
      >
        {shown === null ? (
          <EmptyState
            title="No balance reading by then"
            text={
              provider.account === null
                ? `${provider.name} does not report a balance. A statement starts with the first balance that an admin enters.`
                : 'A statement starts with the wallet’s first balance reading. To get one, check one of its keys.'
            }
          />
        ) : (
          <StatementTable
            caption={
              environmentId
                ? 'What this environment spent'
                : 'The opening balance plus or minus each line gives the closing balance'
            }
            lines={[
              ...(environmentId
                ? environmentLines(shown, environmentId, names)
                : statementLines(shown, names).map((line) =>
                    line.key === 'opening' && shown.isLate
                      ? { ...line, label: `${line.label}, first read on ${openingRead}` }
                      : line,
                  )),
              ...since,
            ]}
            unit={unit}
            colors={new Map(environments.map(({ id, color }) => [id, color]))}
            // They are about the whole wallet’s balance.
            notes={
              environmentId !== null
                ? []
                : [
                    // If the wallet was first read within the period, the statement's line says so.
                    ...(closed === null || closed.unresolvedCalls === 0
                      ? []
                      : [
                          `${formatPlural(closed.unresolvedCalls, 'call')} without an answer ${closed.unresolvedCalls === 1 ? 'was' : 'were'} still unresolved when it was closed.`,
                        ]),
                    ...(shown.isLate
                      ? []
                      : [`The opening balance comes from the reading of ${openingRead}.`]),
                    `The closing balance comes from the reading of ${formatMoment(shown.closingRead)}, less what was spent after it.`,
                    ...(open.length === 0
                      ? []
                      : [
                          `${formatPlural(open.length, 'call')} in this period got no answer. It is not known yet whether ${open.length === 1 ? 'it was' : 'they were'} charged.`,
                        ]),
                  ]
            }
          >
            {since.length > 0 && (
              <SinceClosing
                nano={sumOfSince(since)}
                unit={unit}
                href={`/${slug}/usage?${new URLSearchParams({ from, to, wallet: wallet.id })}#ledger`}
              />
            )}
          </StatementTable>
        )}
      </Card>
      {environmentId === null && (
        <Card
          title="Movements"
          description="What changed the balance between two readings, other than pages that your team bought."
        >
          <MovementTable movements={events} comparedTo={comparedTo} unit={unit} />
        </Card>
      )}
    </Stack>
  )
}

interface SinceClosingProps {
  readonly nano: Nano
  readonly unit: string
  /** Address of the month's calls. */
  readonly href: string
}

/** States by how much a month changed since it was closed, with the way to its calls. */
const SinceClosing = ({ nano, unit, href }: SinceClosingProps) => (
  <Text size="sm">
    Since closing: {nano > 0n && '+'}
    {formatWithUnit(nano, unit)}. <AppLink href={href}>Calls in this month</AppLink>
  </Text>
)

const sumOfSince = (lines: readonly StatementLine[]): Nano =>
  lines.reduce((sum, { kind, nano }) => (kind === 'since' ? sum + nano : sum), 0n)

/** Compares the prices on the ledger with what the balance says that one item costs. */
export async function PriceCard({
  ctx,
  wallet,
  range,
}: Pick<StatementCardsProps, 'ctx' | 'wallet' | 'range'>) {
  const { slug } = ctx.team
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
              changed: changedAt === null ? null : formatMoment(changedAt),
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
