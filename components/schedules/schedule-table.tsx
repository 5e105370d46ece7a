import { AppLink, DataTable, RelativeTime } from '@/components/ui'
import type { ScheduleView } from '@/lib/collect/schedules'
import { currentTimeZone, formatAgo, formatCount, localiseStoredText } from '@/lib/kernel'
import { describeNextDue } from './schedule-state'

interface ScheduleTableProps {
  readonly team: string
  readonly schedules: readonly ScheduleView[]
  /** When their last runs began, by run. */
  readonly starts: ReadonlyMap<string, Date>
  readonly now: Date
}

/** Lists the schedules that a member may see, the next due one first. */
export function ScheduleTable({ team, schedules, starts, now }: ScheduleTableProps) {
  return (
    <DataTable
      caption="Scheduled searches"
      rows={schedules}
      keyOf={({ searchId }) => searchId}
      columns={[
        {
          label: 'Search',
          render: ({ searchId, searchName }) => (
            <AppLink href={`/${team}/searches/${searchId}`} aria-label={`Schedule of ${searchName}`}>
              {searchName}
            </AppLink>
          ),
        },
        { label: 'Due', onCard: 'line', render: ({ words }) => words },
        {
          label: `Next time (${currentTimeZone()})`,
          onCard: 'line',
          render: (schedule) => <span data-before="Next">{describeNextDue(schedule)}</span>,
        },
        { label: 'Member', onCard: 'line', render: ({ memberName }) => memberName },
        {
          label: 'Daily limit (items)',
          isNumeric: true,
          render: ({ capItemsDay }) => formatCount(capItemsDay),
        },
        {
          label: 'Last run',
          render: ({ lastRunId, lastNote, searchName }) => {
            if (lastNote) return localiseStoredText(lastNote)
            if (!lastRunId) return 'Not yet'
            const at = starts.get(lastRunId)
            const time = at ? formatAgo(at, now) : 'See run'
            return (
              <AppLink
                href={`/${team}/runs/${lastRunId}`}
                aria-label={`${time}: the last scheduled run of ${searchName}`}
              >
                {at ? <RelativeTime at={at} now={now} /> : time}
              </AppLink>
            )
          },
        },
      ]}
    />
  )
}
