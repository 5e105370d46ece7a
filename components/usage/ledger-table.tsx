import { Group, Text } from '@mantine/core'
import { describePageSize, OUTCOME_LABELS } from '@/components/runs'
import {
  AppLink,
  type Column,
  Credits,
  DataTable,
  Dimmed,
  figureColumn,
  StateBadge,
  WithDot,
} from '@/components/ui'
import {
  chargeForItems,
  currentTimeZone,
  formatCount,
  formatCreditsInColumn,
  formatDuration,
  formatMoment,
  formatShortMoment,
  localiseStoredText,
  operationLabel,
  UNKNOWN_FIGURE,
  unitTitle,
} from '@/lib/kernel'
import type { EntryView } from '@/lib/money/ledger'

interface LedgerTableProps {
  readonly team: string
  readonly entries: readonly EntryView[]
  /** The team's environments, for their colours. */
  readonly environments: readonly { readonly name: string; readonly color: string }[]
  /** True to show how long each call waited and took, on a key's page. */
  readonly hasTimes?: boolean
}

/** Names of callers that are not members in person. */
const CALLERS: Readonly<Record<string, string>> = {
  schedule: 'schedule',
  service: 'service',
  token: 'token',
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
  const { team, entries, environments, hasTimes = false } = props
  const colors = new Map(environments.map(({ name, color }) => [name, color]))
  return (
    <DataTable<EntryView>
      caption={`Ledger entries, newest first, times in ${currentTimeZone()}`}
      minWidth={940}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'at',
          label: 'Time',
          render: ({ at }) => (
            <span title={formatMoment(at)}>
              <Whole>{formatShortMoment(at)}</Whole>
            </span>
          ),
        },
        {
          key: 'outcome',
          label: 'Outcome',
          // The usual outcome needs no word there.
          onCard: ({ outcome }) => (outcome === 'SETTLED' ? 'none' : 'state'),
          render: ({ outcome, reason, httpStatus }) => {
            const details = detailsOf({ outcome, reason, httpStatus })
            return outcome === 'SETTLED' ? (
              <Text span size="sm" c="dimmed" title={details}>
                {OUTCOME_LABELS[outcome].word}
              </Text>
            ) : (
              // Two lines at most: the whole of it is in the title.
              <Group gap={6} wrap="nowrap" maw={300} title={details}>
                <StateBadge tone={OUTCOME_LABELS[outcome].tone}>{OUTCOME_LABELS[outcome].word}</StateBadge>
                <Dimmed size="xs" lh={1.3} visibleFrom="sm" lineClamp={2}>
                  {details}
                </Dimmed>
              </Group>
            )
          },
        },
        {
          key: 'run',
          label: 'Search and page',
          onCard: 'line',
          render: ({ runId, searchName, operation, pageNumber }) =>
            runId === '' ? (
              <Whole>{`${operationLabel(operation)} (gateway)`}</Whole>
            ) : (
              <AppLink href={`/${team}/runs/${runId}`}>
                <Whole>{nameOfCall({ searchName, operation, pageNumber })}</Whole>
              </AppLink>
            ),
        },
        figureColumn('items', 'Items', itemsOf, {
          onCard: ({ outcome }) => (outcome === 'SETTLED' ? 'line' : 'none'),
        }),
        {
          key: 'charge',
          label: unitTitle(),
          isNumeric: true,
          onCard: 'figure',
          render: (entry) => <span title={perItemOf(entry)}>{chargeOf(entry)}</span>,
        },
        {
          key: 'caller',
          label: 'Caller',
          onCard: 'line',
          render: ({ memberName, principal, principalId }) => (
            <>
              {principal === 'service' ? (
                <AppLink href={`/${team}/usage?service=${principalId}`}>
                  <Whole>{memberName}</Whole>
                </AppLink>
              ) : (
                <Whole>{memberName}</Whole>
              )}
              <Beside>{CALLERS[principal] ?? ''}</Beside>
            </>
          ),
        },
        {
          key: 'key',
          label: 'Environment and key',
          onCard: 'line',
          render: ({ environmentName, keyPrefix }) => (
            <span style={{ whiteSpace: 'nowrap' }}>
              {/* One that was renamed or deleted since has no colour any more. */}
              <WithDot color={colors.get(environmentName) ?? null}>{environmentName}</WithDot>
              <Beside>{`${keyPrefix}…`}</Beside>
            </span>
          ),
        },
        hasTimes && TIMES,
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
    <span title={waitedMs === null ? undefined : `After waiting ${formatDuration(waitedMs)} for its turn`}>
      {latencyMs === null ? UNKNOWN_FIGURE : formatDuration(latencyMs)}
    </span>
  ),
}

/** Adds a detail beside a cell's text, but not on a phone's card. */
const Beside = ({ children }: { readonly children: string }) =>
  children !== '' && (
    <Dimmed span size="xs" visibleFrom="sm" ml={6}>
      <Whole>{children}</Whole>
    </Dimmed>
  )

/** Describes how a call ended, in more than a word. */
const detailsOf = ({ outcome, reason, httpStatus }: Pick<EntryView, 'outcome' | 'reason' | 'httpStatus'>) =>
  [
    outcome === 'UNKNOWN' && 'may have been charged',
    httpStatus && `HTTP ${httpStatus}`,
    reason && localiseStoredText(reason),
  ]
    .filter(Boolean)
    .join(' · ')

/** Keeps short words on one line. */
const Whole = ({ children }: { readonly children: string }) =>
  children.length > LONG ? children : <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
const LONG = 26

/** Shows the charge. An uncharged call cost 0; the charge of a lost answer, or without a price, is unknown. */
const chargeOf = ({ outcome, chargeNano }: EntryView) =>
  chargeNano === null && outcome !== 'FREE' ? 'Unknown' : <Credits amount={chargeNano ?? 0n} />

/** Returns the price of an item if the items alone were charged. */
const perItemOf = ({ items, priceNano, chargeNano }: EntryView): string =>
  priceNano !== null && chargeNano === chargeForItems(items, priceNano)
    ? `${formatCreditsInColumn([priceNano])} per item`
    : ''

/** Shows the items. A page larger than its reservation was booked in full, and is flagged. */
const itemsOf = (entry: EntryView) =>
  entry.outcome === 'UNKNOWN' ? (
    <span title={`${formatCount(entry.reservedItems)} reserved`}>Unknown</span>
  ) : (
    // Beside other columns a flag has more than one line.
    <span style={{ whiteSpace: 'normal' }} data-unit={entry.items === 1 ? 'item' : 'items'}>
      {describePageSize(entry)}
    </span>
  )
