import { DataTable } from '@/components/ui'
import { formatCount, formatCredits } from '@/lib/kernel'
import type { SpendSeries } from '@/lib/spend'

/** The parts of a range's spend, the largest first. */
export function BreakdownTable({
  by,
  series,
}: {
  readonly by: string
  readonly series: readonly SpendSeries[]
}) {
  return (
    <DataTable<SpendSeries>
      caption={`Spend by ${by}`}
      minWidth={480}
      rows={series}
      keyOf={({ key }) => key}
      columns={[
        { key: 'label', label: by.charAt(0).toUpperCase() + by.slice(1), render: ({ label }) => label },
        {
          key: 'pages',
          label: 'Pages',
          isNumeric: true,
          render: ({ totalPages }) => formatCount(totalPages),
        },
        {
          key: 'items',
          label: 'Items',
          isNumeric: true,
          render: ({ totalItems }) => formatCount(totalItems),
        },
        {
          key: 'credits',
          label: 'Credits',
          isNumeric: true,
          render: ({ totalChargeMicro }) => formatCredits(totalChargeMicro),
        },
        {
          key: 'unpriced',
          label: 'Items without a price',
          isNumeric: true,
          render: ({ totalUnpricedItems }) => formatCount(totalUnpricedItems),
        },
      ]}
    />
  )
}
