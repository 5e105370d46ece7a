import { DataTable, EmptyState, LinkTo, RelativeTime } from '@/components/ui'
import { formatCount } from '@/lib/kernel'
import type { RunView } from '@/lib/runs'
import { describeCharge, describeState } from './words'

interface RunTableProps {
  readonly team: string
  readonly runs: readonly RunView[]
  readonly now: Date
  readonly timeZone: string
}

/** Runs, newest first, each with what it bought. */
export function RunTable({ team, runs, now, timeZone }: RunTableProps) {
  if (runs.length === 0)
    return <EmptyState title="No runs yet" text="Run a saved search to see what it buys." />
  return (
    <DataTable<RunView>
      caption="Runs, newest first"
      minWidth={820}
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
        { key: 'search', label: 'Search', render: ({ searchName }) => searchName },
        { key: 'member', label: 'Member', render: ({ memberName }) => memberName },
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
