'use client'

import { type Column, DataTable } from '@/components/ui'
import { formatLongDuration, formatMoney, UNKNOWN_FIGURE } from '@/lib/kernel'
import type { PackAdvice } from '@/lib/money/costs'

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
  const columns: Column<PackAdvice>[] = [
    { key: 'pack', label: 'Pack', render: ({ pack, isPresent }) => (isPresent ? `${pack} (now)` : pack) },
    {
      key: 'rate',
      label: 'Requests a second',
      isNumeric: true,
      render: ({ requestsPerSecond }) => requestsPerSecond,
    },
    ...(currency === null
      ? []
      : [
          {
            key: 'cost',
            label: 'Would have cost',
            isNumeric: true,
            render: ({ costMicro }: PackAdvice) =>
              costMicro === null ? UNKNOWN_FIGURE : formatMoney(costMicro, currency),
          },
        ]),
    { key: 'waits', label: 'Total wait', isNumeric: true, render: waitOf },
  ]
  return (
    <DataTable
      caption="Packs in the last 30 days"
      columns={columns}
      rows={advice}
      keyOf={({ pack }) => pack}
    />
  )
}
