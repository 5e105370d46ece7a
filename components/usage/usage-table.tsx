import { Change, type Column, DataTable, LinkTo } from '@/components/ui'
import { UNKNOWN_FIGURE } from '@/lib/kernel'
import type { MeasureName } from './measure-names'
import { changeOf, usageColumns } from './usage-columns'
import type { UsageRow } from './usage-row'

interface UsageTableProps {
  /** What a row is: "Search". */
  readonly what: string
  readonly rows: readonly UsageRow[]
  readonly measure: MeasureName
  readonly isCompared: boolean
  /** Where a row leads, by its member. */
  readonly hrefs: Readonly<Record<string, string>>
}

/** What a phone's card says besides the measure: the others are measures too, and can be picked. */
const ON_CARD = new Set(['share', 'change', 'items'])

/** The parts of a range's usage, the largest first; with what it is compared with, if that is asked for. */
export function UsageTable({ what, rows, measure, isCompared, hrefs }: UsageTableProps) {
  const figures = usageColumns(rows, isCompared, measure).map(
    ({ key, label, text }): Column<UsageRow> => ({
      ...{ key, label, isNumeric: true },
      render: key === 'change' ? (row) => <ChangeCell change={changeOf(row, measure)} /> : text,
      ...(key === measure ? { onCard: 'figure' } : !ON_CARD.has(key) && { onCard: 'none' }),
    }),
  )
  return (
    <DataTable<UsageRow>
      caption={`Credits, items and pages by ${what.toLowerCase()}`}
      minWidth={720}
      leadsOn
      rows={rows}
      keyOf={({ member }) => member}
      columns={[
        {
          key: 'name',
          label: what,
          render: ({ member, name }) => {
            const href = hrefs[member]
            return href ? (
              <LinkTo href={href} scroll={false} size="sm">
                {name}
              </LinkTo>
            ) : (
              name
            )
          },
        },
        ...figures,
      ]}
    />
  )
}

/** Of no tone: more spend is neither good nor bad. */
const ChangeCell = ({ change }: { readonly change: ReturnType<typeof changeOf> }) =>
  change ? <Change {...change} /> : UNKNOWN_FIGURE
