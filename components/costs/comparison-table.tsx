'use client'

import { DataTable } from '@/components/ui'
import { formatMoney } from '@/lib/kernel'
import type { ServiceCost } from '@/lib/money/costs'

/** What the calls of the last 30 days would have cost at other services, beside the present one, the cheapest first. */
export function ComparisonTable({ rows }: { readonly rows: readonly ServiceCost[] }) {
  return (
    <DataTable
      caption="The same items at other services"
      columns={[
        { key: 'service', label: 'Service', render: ({ name }) => name },
        { key: 'cost', label: 'Would have cost', isNumeric: true, render: costOf },
      ]}
      rows={rows}
      keyOf={({ name }) => name}
    />
  )
}

function costOf(row: ServiceCost): string {
  if (row.currency === null)
    return row.lacks === 'unit' ? 'Its unit has no known price' : 'A list has no known price'
  const { fromMicro, toMicro, currency } = row
  const [from, to] = [formatMoney(fromMicro, currency), formatMoney(toMicro, currency)]
  if (toMicro > 0n && toMicro < A_CENT) return `less than ${formatMoney(A_CENT, currency)}`
  return from === to ? from : `${from} to ${to}`
}

const A_CENT = 10_000n
