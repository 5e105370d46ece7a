import { Text } from '@mantine/core'
import { DataTable } from '@/components/ui'
import { formatMoment } from '@/lib/kernel'
import type { AuditEntryView } from '@/lib/platform/audit'
import { describeDetail, type IdNames } from './audit-details'
import { describeKind } from './audit-figures'
import { describeAction } from './labels'

/** Who did what, newest first. */
export function AuditTable(props: {
  readonly caption: string
  readonly entries: readonly AuditEntryView[]
  readonly timeZone: string
  /** What ids in the details stand for, and crons in words. */
  readonly names?: IdNames
}) {
  return (
    <DataTable<AuditEntryView>
      caption={props.caption}
      isCards
      rows={props.entries}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'at',
          label: 'Time',
          render: ({ at }) => (
            <span style={atLeast('min(10rem, 12.5vw)')}>{formatMoment(at, props.timeZone)}</span>
          ),
        },
        {
          key: 'actor',
          label: 'Who',
          render: ({ actorName }) => <span style={atLeast('6rem')}>{actorName}</span>,
        },
        {
          key: 'action',
          label: 'What',
          render: ({ action }) => <span style={atLeast('min(10rem, 20vw)')}>{describeAction(action)}</span>,
        },
        { key: 'subject', label: 'On', render: ({ subjectName }) => describeKind(subjectName) },
        {
          key: 'detail',
          label: 'Details',
          render: ({ detail }) =>
            detail !== '{}' && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {describeDetail(detail, props.timeZone, props.names)}
              </Text>
            ),
        },
      ]}
    />
  )
}

/** Long details must not press a few words into two lines, where there is room for both. */
const atLeast = (minWidth: string) => ({ display: 'inline-block', minWidth }) as const
