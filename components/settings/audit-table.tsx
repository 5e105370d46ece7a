import { DataTable } from '@/components/ui'
import { formatDay, formatMoment, formatTimeWithSeconds } from '@/lib/kernel'
import type { AuditEntryView } from '@/lib/platform/audit'
import { describeDetail, type IdNames } from './audit-details'
import { describeKind } from './audit-figures'
import { describeAction } from './labels'

/** Breaks a network address, which is longer than its column. */
const ANYWHERE = { overflowWrap: 'anywhere' } as const

/** Actions that nobody can do to another account. */
const OF_ONESELF: ReadonlySet<string> = new Set([
  'account.create',
  'account.sign-in',
  'account.sign-in-failed',
  'account.sign-in-limited',
  'account.sign-out',
  'account.password-change',
  'account.password-refused',
  'account.reset-ask',
])

/** Returns whether an entry concerns its own actor, who is then named once. Another one may be about a namesake. */
const isOfOneself = ({ action, actorName, subjectName }: AuditEntryView): boolean =>
  OF_ONESELF.has(action) && subjectName === actorName

/** Lists who did what, newest first. */
export function AuditTable(props: {
  readonly caption: string
  readonly entries: readonly AuditEntryView[]
  readonly timeZone: string
  /** Names that ids in the details stand for, and crons in words. */
  readonly names?: IdNames
}) {
  const { caption, entries, timeZone, names } = props
  return (
    <DataTable<AuditEntryView>
      caption={caption}
      // In a table, names, addresses and times stand on one line each.
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
          onCard: (entry) => (isOfOneself(entry) ? 'none' : 'line'),
          render: (entry) =>
            !isOfOneself(entry) && (
              <span style={ANYWHERE} data-before="about">
                {describeKind(entry.subjectName)}
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

/** Shows when it was, to the second in its title, because several entries may share a minute. */
function moment(at: Date, timeZone: string) {
  const exact = `${formatDay(at, timeZone)}, ${formatTimeWithSeconds(at, timeZone)} (${timeZone})`
  return (
    <time dateTime={at.toISOString()} title={exact}>
      {formatMoment(at, timeZone)}
    </time>
  )
}
