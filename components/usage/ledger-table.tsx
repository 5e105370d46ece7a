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

/** What calls where it is no member in person. */
const CALLERS: Readonly<Record<string, string>> = {
  schedule: 'by a schedule',
  service: 'service',
  token: 'by a token',
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
      minWidth={940}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { key: 'at', label: 'Time', render: ({ at }) => formatMoment(at, timeZone) },
        {
          key: 'outcome',
          label: 'Outcome',
          render: ({ outcome, reason, httpStatus }) => (
            <>
              {OUTCOMES[outcome]}
              <Small>{[httpStatus && `HTTP ${httpStatus}`, reason].filter(Boolean).join(' · ')}</Small>
            </>
          ),
        },
        {
          key: 'run',
          label: 'Search and page',
          render: ({ runId, searchName, operation, pageNumber }) =>
            runId === '' ? (
              `${OPERATIONS[operation].label}, by the gateway`
            ) : (
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
          render: (entry) => (
            <>
              {chargeOf(entry)}
              <Small>{entry.priceNano === null ? '' : `${nanoToText(entry.priceNano)} per item`}</Small>
            </>
          ),
        },
        {
          key: 'caller',
          label: 'Caller',
          render: ({ memberName, principal, principalId }) => (
            <>
              {principal === 'service' ? (
                <LinkTo href={`/${team}/usage?service=${principalId}`} size="sm">
                  {memberName}
                </LinkTo>
              ) : (
                memberName
              )}
              <Small>{CALLERS[principal] ?? ''}</Small>
            </>
          ),
        },
        {
          key: 'key',
          label: 'Environment and key',
          render: ({ environmentName, keyPrefix }) => (
            <>
              {environmentName}
              <Small>{`${keyPrefix}…`}</Small>
            </>
          ),
        },
        {
          key: 'latency',
          label: 'Latency',
          isNumeric: true,
          render: ({ latencyMs, waitedMs }) => (
            <>
              {duration(latencyMs)}
              <Small>{waitedMs === null ? '' : `waited ${formatDuration(waitedMs)}`}</Small>
            </>
          ),
        },
      ]}
    />
  )
}

/** A second line of a cell, so that the table fits beside the navigation. */
const Small = ({ children }: { readonly children: string }) =>
  children !== '' && (
    <Text size="xs" c="dimmed">
      {children}
    </Text>
  )

/** An uncharged call cost 0; the charge of a lost answer, or without a price, is unknown. */
function chargeOf({ outcome, chargeNano }: EntryView): string {
  if (chargeNano !== null) return formatCredits(chargeNano)
  return outcome === 'FREE' ? '0' : 'Unknown'
}

/** A page larger than its reservation was booked in full, and is marked. */
const itemsOf = (entry: EntryView): string =>
  entry.outcome === 'UNKNOWN' ? `Unknown (${formatCount(entry.reservedItems)} reserved)` : describeSize(entry)
