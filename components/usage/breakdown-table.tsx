import { type Column, DataTable } from '@/components/ui'
import { formatCount, formatCredits, formatPercent } from '@/lib/kernel'
import type { SpendSeries } from '@/lib/money/usage'
import { sharesOf } from './breakdown'

interface BreakdownTableProps {
  readonly by: string
  readonly series: readonly SpendSeries[]
  /** Calls whose answer was lost, by the key of a series. */
  readonly unknownCalls: Readonly<Record<string, number>>
}

type Row = SpendSeries & { readonly share: number; readonly unknownCalls: number }

/** The parts of a range's spend, the largest first. */
export function BreakdownTable({ by, series, unknownCalls }: BreakdownTableProps) {
  const shares = sharesOf(series)
  const rows = series.map((one, place) => ({
    ...one,
    share: shares[place] ?? 0,
    unknownCalls: unknownCalls[one.key] ?? 0,
  }))
  return (
    <DataTable<Row>
      caption={`Pages, items and credits by ${by}`}
      minWidth={640}
      rows={rows}
      keyOf={({ key }) => key}
      columns={[
        { key: 'label', label: by.charAt(0).toUpperCase() + by.slice(1), render: ({ label }) => label },
        count('pages', 'Pages', ({ totalPages }) => totalPages),
        count('items', 'Items', ({ totalItems }) => totalItems),
        { key: 'credits', label: 'Credits', isNumeric: true, render: creditsOf },
        {
          key: 'share',
          label: 'Share',
          isNumeric: true,
          render: ({ share }) => formatPercent(share * 100),
        },
        count('unpriced', 'Items without a price', ({ totalUnpricedItems }) => totalUnpricedItems),
        count('unknown', 'Unknown calls', (row) => row.unknownCalls),
      ]}
    />
  )
}

const count = (key: string, label: string, read: (row: Row) => number): Column<Row> => ({
  key,
  label,
  isNumeric: true,
  render: (row) => formatCount(read(row)),
})

/** If nothing was priced, the charge is not 0 but unknown. */
const creditsOf = ({ totalChargeNano, totalItems, totalUnpricedItems }: Row): string =>
  totalItems > 0 && totalChargeNano === 0n && totalUnpricedItems === totalItems
    ? 'Unknown'
    : formatCredits(totalChargeNano)
