import { AppLink, DataTable } from '@/components/ui'
import type { ScheduleView } from '@/lib/collect/schedules'
import { currentTimeZone, formatCount, localiseStoredText } from '@/lib/kernel'
import { describeNextDue } from './schedule-state'

interface ScheduleTableProps {
  readonly team: string
  readonly schedules: readonly ScheduleView[]
}

/** Lists the schedules that a member may see, the next due one first. */
export function ScheduleTable({ team, schedules }: ScheduleTableProps) {
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
          render: (schedule) => describeNextDue(schedule),
        },
        { label: 'Member', onCard: 'line', render: ({ memberName }) => memberName },
        {
          label: 'Daily limit (items)',
          isNumeric: true,
          render: ({ capItemsDay }) => formatCount(capItemsDay),
        },
        {
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
