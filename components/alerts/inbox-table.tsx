import { Text } from '@mantine/core'
import { type BulkAction, Selection } from '@/components/lists'
import { AppLink, type Column, DataTable, Disclosure } from '@/components/ui'
import type { AlertGroup, AlertSubject, AttentionItem } from '@/lib/alerts/alerts'
import { currentTimeZone, formatMoment, formatPlural, localiseStoredText } from '@/lib/kernel'
import { ACKNOWLEDGE, AlertList, type AlertListProps } from './alert-list'
import { ALERT_SUBJECT_LABELS, KindBadge } from './labels'

interface InboxTableProps extends Omit<AlertListProps, 'alerts'> {
  readonly groups: readonly AlertGroup[]
  /** Raises, and calls whose cost is not known: they wait for a person, too, and the bell counts them. */
  readonly needs: readonly AttentionItem[]
  /** True if these are the snoozed ones. */
  readonly isSnoozed: boolean
  /** Whom alerts can be assigned to. */
  readonly members: readonly { readonly id: string; readonly name: string }[]
  /** Time of day of tomorrow until which alerts can be snoozed. */
  readonly tomorrow: string
}

const UNSNOOZE: BulkAction = { change: 'unsnooze', label: 'End snooze', done: 'Ended the snooze of' }

const snooze = (tomorrow: string): BulkAction => ({
  change: 'snooze',
  label: 'Snooze',
  done: 'Snoozed',
  inverse: 'unsnooze',
  choices: [
    { value: 'hour', label: 'For 1 hour' },
    { value: 'tomorrow', label: `Until tomorrow, ${tomorrow}` },
    { value: 'week', label: 'For 1 week' },
  ],
})

const assign = (members: InboxTableProps['members']): BulkAction => ({
  change: 'assign',
  label: 'Assign',
  done: 'Assigned',
  inverse: 'assign',
  choices: [...members.map(({ id, name }) => ({ value: id, label: name })), { value: '', label: 'Nobody' }],
})

type Row = AlertGroup | AttentionItem

const alertsOf = (row: Row): Alerts => ('alerts' in row ? row.alerts : [])

/**
 * Lists open alerts by what they are about, most urgent first: a row each, which opens to its alerts. What else waits
 * comes after them; it cannot be selected, since it ends only by what its link leads to.
 */
export function InboxTable({ groups, needs, isSnoozed, members, tomorrow, ...list }: InboxTableProps) {
  const { team, change } = list
  const columns: Column<Row>[] = [
    {
      label: 'Alert',
      share: 50,
      render: (row) =>
        'alerts' in row ? (
          <GroupCell {...list} group={row} />
        ) : (
          <AppLink href={`/${team}/${row.path}`}>{row.text}</AppLink>
        ),
    },
    {
      label: 'Kind',
      share: 14,
      onCard: 'state',
      render: (row) => {
        const kind = 'alerts' in row ? row.alerts[0]?.shownKind : row.kind
        return kind && <KindBadge kind={kind} />
      },
    },
    {
      label: `${isSnoozed ? 'Snoozed until' : 'Since'} (${currentTimeZone()})`,
      share: 18,
      onCard: () => (isSnoozed ? undefined : 'line'),
      render: (row) => 'alerts' in row && formatMoment(isSnoozed ? firstEnd(row.alerts) : row.since),
    },
    {
      label: 'Assigned to',
      share: 18,
      onCard: (row) => (isHandled(alertsOf(row)) ? undefined : 'none'),
      render: (row) => <Handled alerts={alertsOf(row)} />,
    },
  ]
  const actions = isSnoozed
    ? [UNSNOOZE, ACKNOWLEDGE, assign(members)]
    : [ACKNOWLEDGE, snooze(tomorrow), assign(members)]
  return (
    <Selection team={team} of={['alert', 'alerts']} actions={actions} act={change}>
      <DataTable
        caption="Open alerts"
        rows={[...groups, ...needs]}
        picks={change ? (row) => ('alerts' in row ? titleOf(row.alerts) : null) : undefined}
        pickValue={(row) =>
          alertsOf(row)
            .map(({ id }) => id)
            .join(' ')
        }
        keyOf={({ key }) => key}
        columns={columns}
      />
    </Selection>
  )
}

/** Shows the most urgent alert, and opens to all of them. */
function GroupCell({ group, ...list }: Omit<AlertListProps, 'alerts'> & { readonly group: AlertGroup }) {
  const { subject, name, alerts } = group
  const title = titleOf(alerts)
  const link = (
    <AppLink href={`/${list.team}/${alerts[0]?.path}`} size="inherit">
      {title}
    </AppLink>
  )
  const words =
    alerts.length === 1
      ? { label: 'Details', name: `Details: ${title}` }
      : { label: `${describeSubject(subject, name)} · ${formatPlural(alerts.length, 'alert')}` }
  return (
    <Disclosure lead={link} {...words}>
      <AlertList {...list} alerts={alerts} />
    </Disclosure>
  )
}

type Alerts = AlertGroup['alerts']

const titleOf = ([first]: Alerts): string => localiseStoredText(first?.title ?? '')

const describeSubject = (subject: AlertSubject, name: string): string =>
  name === '' ? ALERT_SUBJECT_LABELS[subject].one : `${ALERT_SUBJECT_LABELS[subject].one} “${name}”`

/** Returns when the first of these snoozes is over. */
const firstEnd = (alerts: Alerts): Date =>
  new Date(Math.min(...alerts.map(({ snoozedUntil }) => snoozedUntil?.getTime() ?? Number.MAX_SAFE_INTEGER)))

const isHandled = (alerts: Alerts): boolean =>
  alerts.some(({ assignedTo, acknowledgedBy }) => assignedTo !== null || acknowledgedBy !== null)

/** Names those to whom alerts are assigned, and those who have acknowledged them. */
function Handled({ alerts }: { readonly alerts: Alerts }) {
  const assigned = new Set(alerts.flatMap(({ assignedTo }) => assignedTo?.name ?? []))
  const acknowledged = alerts.flatMap(({ acknowledgedBy }) => acknowledgedBy ?? [])
  const part = acknowledged.length < alerts.length ? `${acknowledged.length} of ${alerts.length} ` : ''
  return (
    <>
      {[...assigned].join(', ')}
      {acknowledged.length > 0 && (
        <Text size="xs" c="dimmed">
          {part}
          {part ? 'acknowledged' : 'Acknowledged'} by {[...new Set(acknowledged)].join(', ')}
        </Text>
      )}
    </>
  )
}
