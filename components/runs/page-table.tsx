import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataTable, EmptyState } from '@/components/ui'
import { formatCount, formatDuration, formatMoment } from '@/lib/kernel'
import type { EntryView } from '@/lib/ledger'
import { describeCallCharge, describeItems, describeOutcome, numberTries } from './describe-calls'

interface PageTableProps {
  readonly entries: readonly EntryView[]
  /** Whether these are all calls of the run; else only the newest. */
  readonly isWhole: boolean
  readonly timeZone: string
  /** The way to what a settled page brought. */
  raw(entry: EntryView): ReactNode
}

/** A run's calls as the ledger has them; a page that was tried again has a row for each try. */
export function PageTable({ entries, isWhole, timeZone, raw }: PageTableProps) {
  if (entries.length === 0) return <EmptyState title="No calls yet" />
  const duration = (ms: number | null) => (ms === null ? '–' : formatDuration(ms))
  const which = isWhole ? 'Calls' : `The newest ${entries.length} calls`
  return (
    <DataTable
      caption={`${which} of this run on the ledger, newest first, times in ${timeZone}`}
      minWidth={760}
      rows={numberTries(entries, isWhole)}
      keyOf={({ call }) => call.id}
      columns={[
        {
          key: 'page',
          label: 'Page',
          isNumeric: true,
          render: ({ call }) => formatCount(call.pageNumber),
        },
        { key: 'try', label: 'Try', isNumeric: true, render: ({ tryNumber }) => tryNumber ?? '–' },
        { key: 'at', label: 'Ended', render: ({ call }) => formatMoment(call.at, timeZone) },
        { key: 'outcome', label: 'Outcome', render: ({ call }) => <Outcome call={call} /> },
        { key: 'items', label: 'Items', isNumeric: true, render: ({ call }) => describeItems(call) },
        { key: 'charge', label: 'Credits', isNumeric: true, render: ({ call }) => describeCallCharge(call) },
        { key: 'waited', label: 'Waited', isNumeric: true, render: ({ call }) => duration(call.waitedMs) },
        { key: 'latency', label: 'Latency', isNumeric: true, render: ({ call }) => duration(call.latencyMs) },
        {
          key: 'raw',
          label: 'As it came',
          render: ({ call }) => (call.outcome === 'SETTLED' ? raw(call) : null),
        },
      ]}
    />
  )
}

function Outcome({ call }: { readonly call: EntryView }) {
  return (
    <>
      {describeOutcome(call)}
      {call.reason && (
        <Text size="xs" c="dimmed" maw={260}>
          {call.reason}
        </Text>
      )}
    </>
  )
}
