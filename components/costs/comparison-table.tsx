'use client'

import { DataTable, figureColumn } from '@/components/ui'
import { formatCost, formatCreditsInTable, formatLongDuration, UNKNOWN_FIGURE } from '@/lib/kernel'
import type { PackAdvice, ServiceCost } from '@/lib/money/costs'

interface ComparisonTableProps {
  readonly rows: readonly ServiceCost[]
  /** True if the wallet counts money, so that amounts are written as its own are, "0.014 USD". */
  readonly countsMoney: boolean
}

/**
 * Compares what the calls of the last 30 days would have cost at other services with the current one, cheapest first.
 */
export function ComparisonTable({ rows, countsMoney }: ComparisonTableProps) {
  const currencies = new Set(rows.flatMap(({ currency }) => currency ?? []))
  return (
    <DataTable<ServiceCost>
      caption={`The same items at other services${currencies.size > 1 ? ', in several currencies' : ''}`}
      columns={[
        { key: 'service', label: 'Service', render: ({ name }) => name },
        {
          key: 'cost',
          label: currencies.size > 1 ? 'Would have cost, in its own currency' : 'Would have cost',
          isNumeric: true,
          onCard: 'figure',
          render: (row) => describeCost(row, countsMoney),
        },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
    />
  )
}

function describeCost(row: ServiceCost, countsMoney: boolean): string {
  if (row.currency === null)
    return row.lacks === 'unit' ? 'Price of its unit unknown' : 'Price of a list unknown'
  const { fromMicro, toMicro, currency } = row
  if (countsMoney) {
    const [from, to] = [fromMicro, toMicro].map((micro) =>
      formatCreditsInTable(micro * NANO_PER_MICRO, currency),
    )
    return `${from === to ? from : `${from} to ${to}`} ${currency}`
  }
  const [from, to] = [formatCost(fromMicro, currency), formatCost(toMicro, currency)]
  return from === to ? from : `${from} to ${to}`
}

const NANO_PER_MICRO = 1000n

interface PackAdviceTableProps {
  readonly advice: readonly PackAdvice[]
  readonly currency: string | null
}

/** Shows what the same calls would have cost and waited with the next pack down and up. */
export function PackAdviceTable({ advice, currency }: PackAdviceTableProps) {
  const present = advice.find(({ isPresent }) => isPresent)
  const waitOf = ({ isPresent, waitedMs, requestsPerSecond }: PackAdvice) => {
    if (isPresent) return formatLongDuration(waitedMs)
    const isFaster = requestsPerSecond > (present?.requestsPerSecond ?? 0)
    return `${isFaster ? 'at most' : 'at least'} ${formatLongDuration(waitedMs)}`
  }
  return (
    <DataTable<PackAdvice>
      caption="Packs in the last 30 days"
      rows={advice}
      keyOf={({ pack }) => pack}
      columns={[
        { key: 'pack', label: 'Pack', render: ({ pack, isPresent }) => (isPresent ? `${pack} (now)` : pack) },
        figureColumn('rate', 'Requests a second', ({ requestsPerSecond }) => requestsPerSecond),
        currency !== null &&
          figureColumn(
            'cost',
            'Would have cost',
            ({ costMicro }) => (costMicro === null ? UNKNOWN_FIGURE : formatCost(costMicro, currency)),
            { onCard: 'figure' },
          ),
        figureColumn('waits', 'Total wait', waitOf),
      ]}
    />
  )
}
