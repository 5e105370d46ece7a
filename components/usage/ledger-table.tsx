import { Group, Text } from '@mantine/core'
import { describeSize, OUTCOMES } from '@/components/runs'
import { type Column, Credits, DataTable, Dot, LinkTo, StateBadge } from '@/components/ui'
import {
  asReadHere,
  chargeFor,
  formatCount,
  formatCreditsInColumn,
  formatDuration,
  formatMoment,
  operationLabel,
  UNKNOWN_FIGURE,
  unitTitle,
} from '@/lib/kernel'
import type { EntryView } from '@/lib/money/ledger'

interface LedgerTableProps {
  readonly team: string
  readonly entries: readonly EntryView[]
  readonly timeZone: string
  /** The team's environments, for their colours. */
  readonly environments: readonly { readonly name: string; readonly color: string }[]
  /** True to show how long each call waited and took, on a key's page. */
  readonly hasTimes?: boolean
}

/** Names of callers that are not members in person. */
const CALLERS: Readonly<Record<string, string>> = {
  schedule: 'by a schedule',
  service: 'service',
  token: 'by a token',
}

/** Names a call of a run: a page, or the look-up of its user. */
const nameOfCall = ({
  searchName,
  operation,
  pageNumber,
}: Pick<EntryView, 'searchName' | 'operation' | 'pageNumber'>): string => {
  const label = operationLabel(operation)
  if (pageNumber === 0) return searchName === null ? label : `${searchName}: ${label}`
  return `${searchName ?? label}, page\u00a0${pageNumber}`
}

/** Lists every call on the ledger: its items, its cost, its attribution. */
export function LedgerTable(props: LedgerTableProps) {
  const { team, entries, timeZone, environments, hasTimes = false } = props
  const colors = new Map(environments.map(({ name, color }) => [name, color]))
  return (
    <DataTable<EntryView>
      caption={`Ledger entries, newest first, times in ${timeZone}`}
      minWidth={940}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { key: 'at', label: 'Time', render: ({ at }) => <Whole>{formatMoment(at, timeZone)}</Whole> },
        {
          key: 'outcome',
          label: 'Outcome',
          // The usual outcome needs no word there.
          onCard: ({ outcome }) => (outcome === 'SETTLED' ? 'none' : undefined),
          render: ({ outcome, reason, httpStatus }) => (
            <>
              <StateBadge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].word}</StateBadge>
              <Small>
                {[
                  outcome === 'UNKNOWN' && 'may have been charged',
                  httpStatus && `HTTP ${httpStatus}`,
                  reason && asReadHere(reason),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Small>
            </>
          ),
        },
        {
          key: 'run',
          label: 'Search and page',
          onCard: 'line',
          render: ({ runId, searchName, operation, pageNumber }) =>
            runId === '' ? (
              `${operationLabel(operation)} through the gateway`
            ) : (
              <LinkTo href={`/${team}/runs/${runId}`} size="sm">
                <Whole>{nameOfCall({ searchName, operation, pageNumber })}</Whole>
              </LinkTo>
            ),
        },
        {
          key: 'items',
          label: 'Items',
          isNumeric: true,
          onCard: ({ outcome }) => (outcome === 'SETTLED' ? 'line' : 'none'),
          render: itemsOf,
        },
        {
          key: 'charge',
          label: unitTitle(),
          isNumeric: true,
          onCard: 'figure',
          render: (entry) => (
            <>
              {chargeOf(entry)}
              <Small>{perItemOf(entry)}</Small>
            </>
          ),
        },
        {
          key: 'caller',
          label: 'Caller',
          onCard: 'line',
          render: ({ memberName, principal, principalId }) => (
            <>
              {principal === 'service' ? (
                <LinkTo href={`/${team}/usage?service=${principalId}`} size="sm">
                  <Whole>{memberName}</Whole>
                </LinkTo>
              ) : (
                <Whole>{memberName}</Whole>
              )}
              <Small>{CALLERS[principal] ?? ''}</Small>
            </>
          ),
        },
        {
          key: 'key',
          label: 'Environment and key',
          onCard: 'line',
          render: ({ environmentName, keyPrefix }) => (
            <>
              <Environment name={environmentName} color={colors.get(environmentName)} />
              <Small>{`${keyPrefix}…`}</Small>
            </>
          ),
        },
        ...(hasTimes ? [TIMES] : []),
      ]}
    />
  )
}

const TIMES: Column<EntryView> = {
  key: 'latency',
  label: 'Latency',
  isNumeric: true,
  onCard: 'none',
  render: ({ latencyMs, waitedMs }) => (
    <>
      {latencyMs === null ? UNKNOWN_FIGURE : formatDuration(latencyMs)}
      <Small>{waitedMs === null ? '' : `waited ${formatDuration(waitedMs)}`}</Small>
    </>
  ),
}

/** Names an environment. One that was renamed or deleted since has no colour any more. */
const Environment = ({ name, color }: { readonly name: string; readonly color: string | undefined }) => (
  <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
    {color !== undefined && <Dot color={color} />}
    {name}
  </Group>
)

/** Renders a second line of a cell, so that the table fits beside the navigation. It does not fit on a phone's card. */
const Small = ({ children }: { readonly children: string }) =>
  children !== '' && (
    <Text size="xs" c="dimmed" visibleFrom="sm">
      <Whole>{children}</Whole>
    </Text>
  )

/** Keeps short words on one line. */
const Whole = ({ children }: { readonly children: string }) =>
  children.length > LONG ? children : <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
const LONG = 26

/** Shows the charge. An uncharged call cost 0; the charge of a lost answer, or without a price, is unknown. */
const chargeOf = ({ outcome, chargeNano }: EntryView) =>
  chargeNano === null && outcome !== 'FREE' ? 'Unknown' : <Credits amount={chargeNano ?? 0n} />

/** Returns the price of an item if the items alone were charged. */
const perItemOf = ({ items, priceNano, chargeNano }: EntryView): string =>
  priceNano !== null && chargeNano === chargeFor(items, priceNano)
    ? `${formatCreditsInColumn([priceNano])} per item`
    : ''

/** Shows the items. A page larger than its reservation was booked in full, and is flagged. */
const itemsOf = (entry: EntryView) =>
  entry.outcome === 'UNKNOWN' ? (
    <>
      Unknown
      <Small>{`${formatCount(entry.reservedItems)} reserved`}</Small>
    </>
  ) : (
    // Beside other columns a flag has more than one line.
    <span style={{ whiteSpace: 'normal' }} data-unit={entry.items === 1 ? 'item' : 'items'}>
      {describeSize(entry)}
    </span>
  )
