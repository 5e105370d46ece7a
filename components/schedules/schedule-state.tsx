import { Alert, Text } from '@mantine/core'
import { AppLink, Dimmed } from '@/components/ui'
import type { ScheduleView } from '@/lib/collect/schedules'
import { currentTimeZone, formatCount, formatMoment, localiseStoredText } from '@/lib/kernel'
import type { NamedChannel } from './schedule-fields'

interface ScheduleStateProps {
  readonly team: string
  readonly schedule: ScheduleView
  readonly channels: readonly NamedChannel[]
  /** Number of the search's subjects; the limit of a run is for each. */
  readonly subjectCount: number
}

/** Says when a schedule is due next, in a few words. */
export const describeNextDue = ({ paused, nextAt }: ScheduleView): string => {
  if (paused) return paused.by === 'Purser' ? 'Paused itself' : 'Paused'
  return nextAt === null ? 'Never' : formatMoment(nextAt)
}

/** Shows the state of a schedule: next time, member, limits, and last result. */
export function ScheduleState({ team, schedule, channels, subjectCount }: ScheduleStateProps) {
  const { words, memberName, capItems, capItemsDay, untilKnown, lastRunId, lastNote, failures, paused } =
    schedule
  const channel = channels.find(({ id }) => id === schedule.itemsChannelId)
  return (
    <>
      {paused && (
        <Alert color={paused.by === 'Purser' ? 'red' : 'gray'} title={`Paused by ${paused.by}`}>
          {(paused.note && localiseStoredText(paused.note)) ??
            `Since ${formatMoment(paused.at)} no run has started.`}
          {paused.by === 'Purser' && failures > 0 && ` It failed ${failures} times in a row.`}
        </Alert>
      )}
      <Text size="sm">
        {words} ({currentTimeZone()}), as {memberName}. At most {formatCount(capItems)} items per{' '}
        {subjectCount > 1 ? 'subject' : 'run'} and {formatCount(capItemsDay)} per day
        {subjectCount > 1 && ', all subjects together'}
        {untilKnown ? '; stops at known items' : ''}.{channel && ` New items are sent to “${channel.name}”.`}
      </Text>
      <Dimmed>
        Next time: {describeNextDue(schedule)}.{' '}
        {lastRunId && (
          <>
            <AppLink href={`/${team}/runs/${lastRunId}`}>Last run</AppLink>.{' '}
          </>
        )}
        {lastNote && !paused && `Last time: ${localiseStoredText(lastNote)}`}
      </Dimmed>
    </>
  )
}
