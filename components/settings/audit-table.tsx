import { DataTable } from '@/components/ui'
import { formatDay, formatMoment, formatTimeWithSeconds } from '@/lib/kernel'
import type { AuditEntryView } from '@/lib/platform/audit'
import { describeDetail, type IdNames } from './audit-details'
import { describeKind } from './audit-figures'
import { describeAction } from './labels'

/** An address is longer than its column. */
const ANYWHERE = { overflowWrap: 'anywhere' } as const

/** Who did what, newest first. */
export function AuditTable(props: {
  readonly caption: string
  readonly entries: readonly AuditEntryView[]
  readonly timeZone: string
  /** What ids in the details stand for, and crons in words. */
  readonly names?: IdNames
}) {
  const { caption, entries, timeZone, names } = props
  return (
    <DataTable<AuditEntryView>
      caption={caption}
      // Names, addresses and times stand on one line each where it is a table.
      minWidth={880}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        { key: 'action', label: 'What', share: 19, render: ({ action }) => describeAction(action) },
        {
          key: 'actor',
          label: 'Who',
          share: 13,
          onCard: 'line',
          render: ({ actorName }) => <span data-before="by">{actorName}</span>,
        },
        {
          key: 'subject',
          label: 'About',
          share: 16,
          // What somebody did to an own account names that person once.
          onCard: ({ actorName, subjectName }) => (subjectName === actorName ? 'none' : 'line'),
          render: ({ actorName, subjectName }) =>
            subjectName !== actorName && (
              <span style={ANYWHERE} data-before="about">
                {describeKind(subjectName)}
              </span>
            ),
        },
        {
          key: 'at',
          label: 'Time',
          share: 17,
          onCard: 'line',
          render: ({ at }) => moment(at, timeZone),
        },
        {
          key: 'detail',
          label: 'Details',
          share: 35,
          render: ({ detail }) =>
            detail !== '{}' && <span style={ANYWHERE}>{describeDetail(detail, timeZone, names)}</span>,
        },
      ]}
    />
  )
}

/** When it was, to the second as its title: several entries may be of one minute. */
function moment(at: Date, timeZone: string) {
  const exact = `${formatDay(at, timeZone)}, ${formatTimeWithSeconds(at, timeZone)} (${timeZone})`
  return (
    <time dateTime={at.toISOString()} title={exact}>
      {formatMoment(at, timeZone)}
    </time>
  )
}
