import { SimpleGrid, Stack, Text } from '@mantine/core'
import { readForPage, requireMember, type SearchParams, teamProvider } from '@/app/_server'
import {
  ButtonLink,
  Card,
  Credits,
  DataTable,
  Dimmed,
  FigureChange,
  PageHeader,
  StatStrip,
  StatTile,
} from '@/components/ui'
import { PrintButton, ReportTable, ReportWallets } from '@/components/wallets'
import { openPoints, readReport } from '@/lib/alerts/digests'
import { formatCost, formatCount, formatMonth, formatWithUnit } from '@/lib/kernel'
import { findLastMonth, findMonth, findRunningMonth } from '@/lib/money/statements'
import { daysOfMonth, monthAfter, monthNameBefore } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

export const metadata = { title: 'Monthly report' }

interface ReportsPageProps {
  readonly params: Promise<{ team: string }>
  /** `month`, such as 2026-01; if absent the last one that is over, or else the running one. */
  readonly searchParams: SearchParams
}

/** Shows what the team spent in a month: the page of the monthly mail. */
export default async function ReportsPage({ params, searchParams }: ReportsPageProps) {
  const ctx = await requireMember(params)
  const asked = [(await searchParams).month].flat()[0]
  const [last, running] = await Promise.all([findLastMonth(ctx), findRunningMonth(ctx)])
  const month = asked ?? last?.month ?? running.month
  return <MonthPage ctx={ctx} month={month} running={running.month} />
}

interface MonthPageProps {
  readonly ctx: TeamCtx
  readonly month: string
  readonly running: string
}

async function MonthPage({ ctx, month, running }: MonthPageProps) {
  const { slug, name: teamName } = ctx.team
  const hrefOf = (name: string) => `/${slug}/reports?month=${name}`
  const before = monthNameBefore(month)
  const [report, { provider }, previous] = await Promise.all([
    readForPage(() => readReport(ctx, month), hrefOf(month)),
    teamProvider(ctx),
    findMonth(ctx, before),
  ])
  const unit = provider.balanceUnit
  const { isRunning, totalNano, beforeNano, wallets, otherWallets, groups, budgets, costs, cost } = report
  const nameOf = (name: string) => (name === running ? `${formatMonth(name)} so far` : formatMonth(name))
  const nameBefore = isRunning ? `${formatMonth(before)} to the same day` : formatMonth(before)
  const after = monthAfter(month, 'UTC').name
  const amountOf = (of: (typeof budgets)[number]['unit'], amount: bigint) =>
    of === 'items' ? (
      <span>{formatCount(Number(amount))} items</span>
    ) : (
      <Credits amount={amount} unit={unit} />
    )
  return (
    <>
      <PageHeader
        back={{ href: `/${slug}/wallets`, label: 'All wallets' }}
        title={`Report for ${nameOf(month)}`}
        description={`${teamName}, compared with ${nameBefore}. Days of ${report.timeZone}.`}
        areActionsMany
        actions={
          <>
            {previous && (
              <ButtonLink href={hrefOf(before)} variant="default" size="xs">
                {formatMonth(before)}
              </ButtonLink>
            )}
            {!isRunning && (
              <ButtonLink href={hrefOf(after)} variant="default" size="xs">
                {nameOf(after)}
              </ButtonLink>
            )}
            <PrintButton />
          </>
        }
      />
      <Stack>
        <StatStrip>
          <StatTile
            isMain
            label={`Spent (${unit})`}
            value={<Credits amount={totalNano} unit={unit} />}
            hint={
              costs &&
              cost && <Dimmed size="xs">{formatCost(cost.micro, costs.currency, cost.isAbout)}</Dimmed>
            }
          />
          <StatTile
            label={nameBefore}
            value={<Credits amount={beforeNano} unit={unit} />}
            hint={<FigureChange now={Number(totalNano)} before={Number(beforeNano)} />}
          />
        </StatStrip>
        {openPoints(report, (nano) => formatWithUnit(nano, unit)).map((point) => (
          <Text key={point} size="sm">
            {point}
          </Text>
        ))}
        <Card title="By wallet">
          <ReportWallets
            rows={wallets}
            isRunning={isRunning}
            unit={unit}
            hrefOf={(id) =>
              `/${slug}/wallets/${id}?${new URLSearchParams({ tab: 'statement', ...daysOfMonth(month) })}`
            }
          />
          {otherWallets && (
            <Text size="sm" mt="xs">
              {otherWallets.name}: {formatWithUnit(otherWallets.nano, unit)}
            </Text>
          )}
        </Card>
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
          {[0, 1].map((column) => (
            <Stack key={column}>
              {groups
                .filter(({ rows }, place) => place % 2 === column && rows.length > 0)
                .map(({ title, what, rows }) => (
                  <Card key={title} title={title}>
                    <ReportTable
                      caption={title}
                      what={what}
                      rows={rows}
                      unit={unit}
                      walletId={report.onlyWalletId}
                    />
                  </Card>
                ))}
              {column === 0 && budgets.length > 0 && (
                <Card title="Monthly budgets">
                  <DataTable
                    caption="Monthly budgets"
                    minWidth={320}
                    rows={budgets}
                    keyOf={({ id }) => id}
                    columns={[
                      { key: 'name', label: 'Budget', render: ({ name }) => name },
                      {
                        key: 'spent',
                        label: 'Spent',
                        isNumeric: true,
                        onCard: 'figure',
                        render: ({ unit: of, settled }) => amountOf(of, settled),
                      },
                      {
                        key: 'amount',
                        label: 'Amount',
                        isNumeric: true,
                        render: ({ unit: of, amount }) => amountOf(of, amount),
                      },
                    ]}
                  />
                </Card>
              )}
            </Stack>
          ))}
        </SimpleGrid>
      </Stack>
    </>
  )
}
