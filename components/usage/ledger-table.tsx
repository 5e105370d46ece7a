import { Text } from '@mantine/core'
import { describeSize } from '@/components/runs'
import { DataTable, LinkTo } from '@/components/ui'
import {
  formatCount,
  formatCredits,
  formatDuration,
  formatMoment,
  nanoToText,
  OPERATIONS,
} from '@/lib/kernel'
import type { EntryView } from '@/lib/money/ledger'

interface LedgerTableProps {
  readonly team: string
  readonly entries: readonly EntryView[]
  readonly timeZone: string
}

const OUTCOMES: Record<EntryView['outcome'], string> = {
  SETTLED: 'Settled',
  FREE: 'Not charged: refused, or never sent',
  UNKNOWN: 'Unknown: sent, answer lost; it may have been charged',
}

/** Every call on the ledger: its items, its cost, its attribution. */
export function LedgerTable({ team, entries, timeZone }: LedgerTableProps) {
  const duration = (ms: number | null) => (ms === null ? '–' : formatDuration(ms))
  return (
    <DataTable<EntryView>
      caption={`Ledger entries, newest first, times in ${timeZone}`}
      minWidth={1400}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { key: 'at', label: 'Time', render: ({ at }) => formatMoment(at, timeZone) },
        {
          key: 'outcome',
          label: 'Outcome',
          render: ({ outcome, reason }) => (
            <>
              {OUTCOMES[outcome]}
              {reason && (
                <Text size="xs" c="dimmed" maw={260}>
                  {reason}
                </Text>
              )}
            </>
          ),
        },
        {
          key: 'run',
          label: 'Search and page',
          render: ({ runId, searchName, operation, pageNumber }) => (
            <LinkTo href={`/${team}/runs/${runId}`} size="sm">
              {searchName ?? OPERATIONS[operation].label}, page {pageNumber}
            </LinkTo>
          ),
        },
        { key: 'items', label: 'Items', isNumeric: true, render: itemsOf },
        {
          key: 'charge',
          label: 'Credits',
          isNumeric: true,
          render: chargeOf,
        },
        {
          key: 'price',
          label: 'Per item',
          isNumeric: true,
          render: ({ priceNano }) => (priceNano === null ? '–' : nanoToText(priceNano)),
        },
        { key: 'member', label: 'Member', render: ({ memberName }) => memberName },
        { key: 'environment', label: 'Environment', render: ({ environmentName }) => environmentName },
        { key: 'key', label: 'Key', render: ({ keyPrefix }) => `${keyPrefix}…` },
        { key: 'waited', label: 'Waited', isNumeric: true, render: ({ waitedMs }) => duration(waitedMs) },
        { key: 'latency', label: 'Latency', isNumeric: true, render: ({ latencyMs }) => duration(latencyMs) },
        {
          key: 'status',
          label: 'HTTP status',
          isNumeric: true,
          render: ({ httpStatus }) => httpStatus ?? '–',
        },
      ]}
    />
  )
}

/** An uncharged call cost 0; the charge of a lost answer, or without a price, is unknown. */
function chargeOf({ outcome, chargeNano }: EntryView): string {
  if (chargeNano !== null) return formatCredits(chargeNano)
  return outcome === 'FREE' ? '0' : 'Unknown'
}

/** A page larger than its reservation was booked in full, and is marked. */
const itemsOf = (entry: EntryView): string =>
  entry.outcome === 'UNKNOWN' ? `Unknown (${formatCount(entry.reservedItems)} reserved)` : describeSize(entry)
