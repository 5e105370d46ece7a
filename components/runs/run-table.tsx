import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { DataTable, EmptyState, LinkTo, RelativeTime } from '@/components/ui'
import type { RunView } from '@/lib/collect/runs'
import { formatCount, OPERATIONS } from '@/lib/kernel'
import { describeCharge, describeState } from './labels'

interface RunTableProps {
  readonly team: string
  readonly runs: readonly RunView[]
  readonly now: Date
  readonly timeZone: string
  /** The one action if there are none. */
  readonly firstStep?: ReactNode
}

/** Runs, newest first, each with its purchases. */
export function RunTable({ team, runs, now, timeZone, firstStep }: RunTableProps) {
  if (runs.length === 0)
    return (
      <EmptyState title="No runs yet" text="Run a saved search to see what it buys." action={firstStep} />
    )
  return (
    <DataTable<RunView>
      caption="Runs, newest first"
      minWidth={900}
      rows={runs}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'started',
          label: 'Started',
          render: ({ id, startedAt, searchName }) => (
            <LinkTo href={`/${team}/runs/${id}`} size="sm" aria-label={`Run of ${searchName}, ${id}`}>
              <RelativeTime at={startedAt} now={now} timeZone={timeZone} />
            </LinkTo>
          ),
        },
        {
          key: 'search',
          label: 'Search',
          render: ({ searchName, operation }) => (
            <>
              {searchName}
              <Text size="xs" c="dimmed">
                {OPERATIONS[operation].label}
              </Text>
            </>
          ),
        },
        {
          key: 'member',
          label: 'Member',
          render: ({ memberName, isScheduled }) => (isScheduled ? `${memberName}, by schedule` : memberName),
        },
        { key: 'environment', label: 'Environment', render: ({ environmentName }) => environmentName },
        { key: 'key', label: 'Key', render: ({ keyPrefix }) => `${keyPrefix}…` },
        { key: 'state', label: 'State', render: describeState },
        { key: 'pages', label: 'Pages', isNumeric: true, render: ({ pages }) => formatCount(pages) },
        { key: 'items', label: 'Items', isNumeric: true, render: ({ items }) => formatCount(items) },
        { key: 'charge', label: 'Charge', isNumeric: true, render: describeCharge },
      ]}
    />
  )
}
