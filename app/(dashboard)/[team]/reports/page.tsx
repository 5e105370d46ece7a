import { Stack, Text } from '@mantine/core'
import { readForPage, requireMember, type SearchParams, teamProvider } from '@/app/_server'
import {
  ButtonLink,
  Card,
  CostInMoney,
  Credits,
  DataTable,
  EmptyState,
  FigureChange,
  PageHeader,
  StatStrip,
  StatTile,
} from '@/components/ui'
import { PrintButton, ReportTable, ReportWallets } from '@/components/wallets'
import { openPoints, readReport } from '@/lib/alerts/digests'
import { formatCount, formatMonth, formatWithUnit } from '@/lib/kernel'
import { findLastMonth, findMonth } from '@/lib/money/statements'
import { daysOfMonth, monthAfter, monthNameBefore } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'

export const metadata = { title: 'Monthly report' }

interface ReportsPageProps {
  readonly params: Promise<{ team: string }>
  /** `month`, such as 2026-01; the last one that is over if absent. */
  readonly searchParams: SearchParams
}

/** Shows what the team spent in a month: the page of the monthly mail. */
export default async function ReportsPage({ params, searchParams }: ReportsPageProps) {
  const ctx = await requireMember(params)
  const asked = [(await searchParams).month].flat()[0]
  const last = await findLastMonth(ctx)
  const month = asked ?? last?.month
  if (month === undefined)
    return (
      <>
        <PageHeader
          title="Monthly report"
          back={{ href: `/${ctx.team.slug}/wallets`, label: 'All wallets' }}
        />
        <EmptyState
          title="No month is over yet"
          text="The report of a month is here two hours after its end."
        />
      </>
    )
  return <MonthPage ctx={ctx} month={month} isLast={month === last?.month} />
}

interface MonthPageProps {
  readonly ctx: TeamCtx
  readonly month: string
  readonly isLast: boolean
}

async function MonthPage({ ctx, month, isLast }: MonthPageProps) {
  const { slug, name: teamName, timeZone } = ctx.team
  const hrefOf = (name: string) => `/${slug}/reports?month=${name}`
  const before = monthNameBefore(month)
  const [report, { provider }, previous] = await Promise.all([
    readForPage(() => readReport(ctx, month), hrefOf(month)),
    teamProvider(ctx),
    findMonth(ctx, before),
  ])
  const unit = provider.balanceUnit
  const { totalNano, beforeNano, wallets, otherWallets, groups, budgets } = report
  const names = { month: formatMonth(month), monthBefore: formatMonth(before) }
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
        title={`Report of ${names.month}`}
        description={`${teamName}, compared with ${names.monthBefore}. Days of ${report.timeZone}.`}
        areActionsMany
        actions={
          <>
            {previous && (
              <ButtonLink href={hrefOf(before)} variant="default" size="xs">
                {names.monthBefore}
              </ButtonLink>
            )}
            {!isLast && (
              <ButtonLink href={hrefOf(monthAfter(month, 'UTC').name)} variant="default" size="xs">
                {formatMonth(monthAfter(month, 'UTC').name)}
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
            hint={<CostInMoney amount={totalNano} />}
          />
          <StatTile
            label={names.monthBefore}
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
            unit={unit}
            timeZone={timeZone}
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
        {groups
          .filter(({ rows }) => rows.length > 0)
          .map(({ title, what, rows }) => (
            <Card key={title} title={title}>
              <ReportTable caption={title} what={what} rows={rows} unit={unit} {...names} />
            </Card>
          ))}
        {budgets.length > 0 && (
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
    </>
  )
}
