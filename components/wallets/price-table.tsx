import { Text } from '@mantine/core'
import { AppLink, DataTable, EmptyState, figureColumn } from '@/components/ui'
import { formatCount, type OperationName, operationLabel } from '@/lib/kernel'

interface PriceRow {
  readonly operation: OperationName
  readonly estimate: string
  readonly spread: string
  readonly observations: number
  readonly items: number
  readonly changed: string | null
  /** The whole price with its unit; null if none is known. */
  readonly booked: string | null
  readonly isSame: boolean
}

interface PriceTableProps {
  readonly rows: readonly PriceRow[]
  readonly unit: string
  /** Address at which prices are set. */
  readonly settings: string
}

/** Lists the items' likely price by the balance readings, beside the booked one. */
export function PriceTable({ rows, unit, settings }: PriceTableProps) {
  if (rows.length === 0)
    return (
      <EmptyState
        title="No measured prices yet"
        text="Once the balance is read before and after pages of one operation, its price shows here."
      />
    )
  return (
    <DataTable<PriceRow>
      caption={`Prices in ${unit} per item`}
      minWidth={640}
      rows={rows}
      keyOf={({ operation }) => operation}
      columns={[
        { key: 'operation', label: 'Operation', render: ({ operation }) => operationLabel(operation) },
        figureColumn('estimate', `Measured (${unit} per item)`, ({ estimate, spread }) =>
          spread === '0' ? estimate : `${estimate} ± ${spread}`,
        ),
        {
          key: 'observations',
          label: 'Observations',
          isNumeric: true,
          render: ({ observations, items }) => `${observations} (${formatCount(items)} items)`,
        },
        { key: 'changed', label: 'Last change', render: ({ changed }) => changed ?? 'none seen' },
        {
          key: 'booked',
          label: 'Recorded',
          isNumeric: true,
          render: ({ booked, isSame }) =>
            isSame || booked === null ? (
              (booked ?? 'unknown')
            ) : (
              <>
                <Text span size="sm" fw={600}>
                  {booked}
                </Text>{' '}
                <AppLink href={settings}>Change</AppLink>
              </>
            ),
        },
      ]}
    />
  )
}
