import { AppLink, DataTable } from '@/components/ui'
import type { ScheduleView } from '@/lib/collect/schedules'
import { formatCount, localiseStoredText } from '@/lib/kernel'
import { describeNextDue } from './schedule-state'

interface ScheduleTableProps {
  readonly team: string
  readonly schedules: readonly ScheduleView[]
  readonly timeZone: string
}

/** Lists the schedules that a member may see, the next due one first. */
export function ScheduleTable({ team, schedules, timeZone }: ScheduleTableProps) {
  return (
    <DataTable
      caption="Scheduled searches"
      rows={schedules}
      keyOf={({ searchId }) => searchId}
      columns={[
        {
          key: 'search',
          label: 'Search',
          render: ({ searchId, searchName }) => (
            <AppLink href={`/${team}/searches/${searchId}`} aria-label={`Schedule of ${searchName}`}>
              {searchName}
            </AppLink>
          ),
        },
        { key: 'times', label: 'Due', onCard: 'line', render: ({ words }) => words },
        {
          key: 'next',
          label: `Next time (${timeZone})`,
          onCard: 'line',
          render: (schedule) => describeNextDue(schedule, timeZone),
        },
        { key: 'member', label: 'Member', onCard: 'line', render: ({ memberName }) => memberName },
        {
          key: 'day',
          label: 'Daily limit (items)',
          isNumeric: true,
          render: ({ capItemsDay }) => formatCount(capItemsDay),
        },
        {
          key: 'last',
          label: 'Last run',
          render: ({ lastRunId, lastNote, searchName }) =>
            (lastNote && localiseStoredText(lastNote)) ??
            (lastRunId ? (
              <AppLink
                href={`/${team}/runs/${lastRunId}`}
                aria-label={`See run: the last scheduled one of ${searchName}`}
              >
                See run
              </AppLink>
            ) : (
              'Not yet'
            )),
        },
      ]}
    />
  )
}
