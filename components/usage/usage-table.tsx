import { Group, Text } from '@mantine/core'
import { ButtonLink, Change, type Column, DataTable, Dot, LinkTo } from '@/components/ui'
import { currentUnit, formatCount, formatCreditsInTable, UNKNOWN_FIGURE, unitTitle } from '@/lib/kernel'
import type { MeasureName } from './measure-names'
import { changeOf, usageColumns } from './usage-columns'
import type { UsageRow } from './usage-row'

interface UsageTableProps {
  /** What a row is: "Search". */
  readonly what: string
  readonly rows: readonly UsageRow[]
  readonly measure: MeasureName
  readonly isCompared: boolean
  /** Where all rows are shown; null on that page itself, which no longer leaves any out. */
  readonly allHref: string | null
  /** Where usage is measured by something else: the head of its column leads there. */
  readonly measureHrefs: Readonly<Record<string, string>>
  /** Where a row leads, by its member. */
  readonly hrefs: Readonly<Record<string, string>>
  /** The colours of members that have one everywhere: environments. */
  colorOf(member: string): string | null
}

/** So many rows are shown unless all are asked for. A page of a thousand takes a browser seconds, and nobody reads the end of it. */
export const MOST_ROWS = 50

/** What a phone's card says besides the measure: how much that was, and whether it was worth it. The others can be picked. */
const ON_CARD = new Set(['change', 'items', 'repeated', 'cost-per-new'])

/** The parts of a range's usage, the largest first; with what it is compared with, if that is asked for. */
export function UsageTable({
  what,
  rows,
  measure,
  isCompared,
  allHref,
  measureHrefs,
  hrefs,
  colorOf,
}: UsageTableProps) {
  const figures = usageColumns(rows, isCompared, measure).map(
    ({ key, label, text }): Column<UsageRow> => ({
      ...{ key, label, isNumeric: true },
      ...(key === measure ? { sortedHref: null } : measureHrefs[key] && { sortedHref: measureHrefs[key] }),
      render: renderOf(key, text, measure),
      ...(key === measure ? { onCard: 'figure' } : !ON_CARD.has(key) && { onCard: 'none' }),
    }),
  )
  const shown = allHref === null ? rows : rows.slice(0, MOST_ROWS)
  return (
    <>
      <DataTable<UsageRow>
        caption={`${unitTitle()}, items and pages by ${what.toLowerCase()}`}
        minWidth={720}
        leadsOn
        rows={shown}
        keyOf={({ member }) => member}
        columns={[
          {
            key: 'name',
            label: what,
            render: ({ member, name }) => {
              const [href, color] = [hrefs[member], colorOf(member)]
              const text = href ? (
                <LinkTo href={href} scroll={false} size="sm">
                  {name}
                </LinkTo>
              ) : (
                name
              )
              if (color === null) return text
              return (
                <Group gap={6} wrap="nowrap">
                  <Dot color={color} />
                  {text}
                </Group>
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

/** Which of the columns tell of less than the others do, where they do. */
function OfSearches({ rows }: { readonly rows: readonly UsageRow[] }) {
  const searched = rows.flatMap(({ sums }) => sums.searched ?? [])
  const all = rows.reduce((sum, { sums }) => sum + sums.items, 0)
  const items = searched.reduce((sum, one) => sum + one.items, 0)
  if (items === 0 || items === all) return null
  const nano = searched.reduce((sum, one) => sum + one.nano, 0n)
  return (
    <Text size="xs" c="dimmed" mt="xs">
      What is new and what was bought again is counted for searches only: {formatCount(items)} of the{' '}
      {formatCount(all)} items, for {formatCreditsInTable(nano)} {currentUnit()}.
    </Text>
  )
}

/** Credits have their unit on a phone's card, as everywhere: the head that says it is not shown there. */
function renderOf(
  key: string,
  text: (row: UsageRow) => string,
  measure: MeasureName,
): Column<UsageRow>['render'] {
  if (key === 'change') return (row) => <ChangeCell change={changeOf(row, measure)} />
  return key === 'credits' ? (row) => <span data-unit={currentUnit()}>{text(row)}</span> : text
}

/** Of no tone: more spend is neither good nor bad. */
const ChangeCell = ({ change }: { readonly change: ReturnType<typeof changeOf> }) =>
  change ? <Change {...change} /> : UNKNOWN_FIGURE
