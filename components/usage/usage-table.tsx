import { Change, type Column, DataTable, LinkTo } from '@/components/ui'
import { toCredits } from '@/lib/kernel'
import { type UsageRow, usageColumns } from './usage-columns'

interface UsageTableProps {
  /** What a row is: "Search". */
  readonly what: string
  readonly rows: readonly UsageRow[]
  readonly isCompared: boolean
  /** Where a row leads, by its member. */
  readonly hrefs: Readonly<Record<string, string>>
}

/** The parts of a range's spend, the largest first; with the period before, if it is asked for. */
export function UsageTable({ what, rows, isCompared, hrefs }: UsageTableProps) {
  const figures = usageColumns(rows, isCompared).map(
    ({ key, label, text }): Column<UsageRow> => ({
      ...{ key, label, isNumeric: true, render: key === 'change' ? changeOf : text },
      ...(key === 'credits' && { onCard: 'figure' }),
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
              <LinkTo href={href} scroll={false}>
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
const changeOf = ({ nano, beforeNano }: UsageRow) => (
  <Change now={toCredits(nano)} before={toCredits(beforeNano)} />
)
