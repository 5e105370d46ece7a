import { Group, Text } from '@mantine/core'
import { AppLink, ButtonLink, type Column, DataTable, Dimmed, FigureChange, WithDot } from '@/components/ui'
import {
  currentUnit,
  formatCount,
  formatCreditsInTable,
  formatPlural,
  UNKNOWN_FIGURE,
  unitTitle,
  withMoney,
} from '@/lib/kernel'
import { MEASURES_BY_NAME, type MeasureName } from './measures'
import { type UsageRow, usageChange, usageColumns, type WalletOfRow } from './usage-columns'

interface UsageTableProps {
  /** Name of a row: "Search". */
  readonly what: string
  readonly rows: readonly UsageRow[]
  readonly measure: MeasureName
  readonly isCompared: boolean
  /** Address at which all rows are shown; null on that page itself, which no longer leaves any out. */
  readonly allHref: string | null
  /** Addresses at which usage is measured otherwise, to which the heads of columns lead. */
  readonly measureHrefs: Readonly<Record<string, string>>
  /** Targets of the rows, by member. */
  readonly hrefs: Readonly<Record<string, string>>
  /** Returns the colour of members that have one everywhere: environments. */
  colorOf(member: string): string | null
  /** By which wallet's cost a row is shown in money. */
  readonly walletOf: WalletOfRow
}

/** Number of rows that are shown unless all are requested: the chart above stays within reach. */
export const MAX_ROWS = 15

/**
 * Columns on a phone's card besides the measure, with and without their label: how much that was, and whether it was
 * worth it. The others can be picked.
 */
const onCardOf = (key: string) =>
  ['money', 'change'].includes(key)
    ? 'line'
    : ['items', 'repeated', 'cost-per-new'].includes(key)
      ? undefined
      : 'none'

/** Lists the parts of a range's usage, largest first; with what it is compared with, if requested. */
export function UsageTable({
  what,
  rows,
  measure,
  isCompared,
  allHref,
  measureHrefs,
  hrefs,
  colorOf,
  walletOf,
}: UsageTableProps) {
  const figures = usageColumns(rows, isCompared, measure, walletOf).map(
    ({ key, label, text }): Column<UsageRow> => {
      const onCard = key === measure ? 'figure' : onCardOf(key)
      const render = renderOf(key, text, measure)
      return { key, label, isNumeric: true, render, ...(onCard && { onCard }) }
    },
  )
  const shown = allHref === null ? rows : rows.slice(0, MAX_ROWS)
  return (
    <>
      <DataTable<UsageRow>
        caption={`${unitTitle()}, items and pages by ${what.toLowerCase()}`}
        minWidth={720}
        leadsOn
        sorting={{ current: `-${measure}`, hrefs: { ...measureHrefs, [measure]: '' } }}
        rows={shown}
        keyOf={({ member }) => member}
        columns={[
          {
            key: 'name',
            label: what,
            render: ({ member, name }) => {
              const href = hrefs[member]
              return (
                <WithDot color={colorOf(member)}>
                  {href ? (
                    <AppLink href={href} scroll={false}>
                      {name}
                    </AppLink>
                  ) : (
                    name
                  )}
                </WithDot>
              )
            },
          },
          ...figures,
        ]}
      />
      <OfSearches rows={rows} />
      {allHref !== null && shown.length < rows.length && (
        <ButtonLink href={allHref} scroll={false} variant="default" size="xs" mt="sm">
          Show all {rows.length}
        </ButtonLink>
      )}
    </>
  )
}

/** Names the columns that cover less than the others, if they do. */
function OfSearches({ rows }: { readonly rows: readonly UsageRow[] }) {
  const searched = rows.flatMap(({ sums }) => sums.searched ?? [])
  const all = rows.reduce((sum, { sums }) => sum + sums.items, 0)
  const items = searched.reduce((sum, one) => sum + one.items, 0)
  if (items === 0 || items === all) return null
  const nano = searched.reduce((sum, one) => sum + one.nano, 0n)
  return (
    <Dimmed size="xs" mt="xs">
      New items and items bought again are counted for searches only: {formatCount(items)} of the{' '}
      {formatCount(all)} items, for {formatCreditsInTable(nano)} {currentUnit()}.
    </Dimmed>
  )
}

/** Returns the renderer. Credits have their unit on a phone's card, where the head that states it is not shown. */
function renderOf(
  key: string,
  text: (row: UsageRow) => string,
  measure: MeasureName,
): Column<UsageRow>['render'] {
  if (key === 'change') return (row) => <ChangeCell change={usageChange(row, measure)} />
  return key === 'credits' ? (row) => <span data-unit={currentUnit()}>{text(row)}</span> : text
}

/** Shows a change without a tone, because more spend is neither good nor bad. */
const ChangeCell = ({ change }: { readonly change: ReturnType<typeof usageChange> }) =>
  change ? <FigureChange {...change} /> : UNKNOWN_FIGURE

interface UsageTotalProps extends Pick<UsageRow, 'sums' | 'before'> {
  readonly measure: MeasureName
  /** Address that lists the calls whose answer was lost. */
  readonly unknownHref: string
  /** The wallet in view; null for several. */
  readonly walletId: string | null
}

/** Measures without such calls: what they may have returned or cost is in budgets and statements. */
const WITHOUT_UNKNOWN: readonly MeasureName[] = ['credits', 'items']

/** Shows the one figure of the range, and how it differs from what it is compared with. */
export function UsageTotal({ measure, unknownHref, walletId, ...total }: UsageTotalProps) {
  const { figure, isMean, unit } = MEASURES_BY_NAME[measure]
  const [now, then] = [figure(total.sums), total.before && figure(total.before)]
  const change = usageChange(total, measure)
  return (
    <Group gap="xs" align="baseline" mb="xs">
      <Text span fz={28} fw={600} lh={1.25} title={now?.exact}>
        {now?.text ?? UNKNOWN_FIGURE}
      </Text>
      <Dimmed span>
        {now?.nano === undefined ? unit : withMoney(unit, now.nano, walletId)}
        {isMean && ' on average'}
      </Dimmed>
      {total.sums.unknowns > 0 && WITHOUT_UNKNOWN.includes(measure) && (
        <Dimmed span>
          excluding{' '}
          <AppLink href={unknownHref} size="inherit">
            {formatPlural(total.sums.unknowns, 'unknown call')}
          </AppLink>
        </Dimmed>
      )}
      {change && then && (
        <Dimmed span>
          {change.before === 0 ? 'none in the compared period' : <FigureChange {...change} />}
          {change.before > 0 && ` from ${then.text}`}
        </Dimmed>
      )}
    </Group>
  )
}
