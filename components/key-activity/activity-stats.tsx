import { SimpleGrid, Text } from '@mantine/core'
import { StatTile } from '@/components/ui'
import { formatCompact, formatCount, formatTimeWithSeconds, UNKNOWN_FIGURE } from '@/lib/kernel'
import type { LoggedEvent, PacerFigures } from '@/lib/upstream/pacing'
import classes from './key-activity.module.css'
import { describeNote, describePace, describeWait, isSlowed } from './labels'

interface ActivityStatsProps {
  readonly figures: PacerFigures | null
  readonly packRate: number
}

const UNUSED = 'Not used since Purser started'

/** Shows the state of the key at a glance. */
export function ActivityStats({ figures, packRate }: ActivityStatsProps) {
  const limit = `${isSlowed(figures) ? 'Slowed after a 429; the' : 'The'} key allows ${describePace(figures?.packRate ?? packRate)}`
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <StatTile
        label="Current send limit"
        value={figures ? describePace(figures.rate) : UNKNOWN_FIGURE}
        hint={figures?.isStrict ? `${limit}; it counts strictly` : limit}
      />
      <StatTile
        label="Sent in the last second"
        value={figures?.sentLastSecond ?? 0}
        hint={figures ? `${describePace(figures.achievedRate)} over 10 seconds` : UNUSED}
      />
      <StatTile
        label="In progress"
        value={figures?.underWay ?? 0}
        hint={figures ? capitalised(describeWait(figures)) : 'No calls waiting'}
      />
      <StatTile
        label="Refused with 429"
        value={formatCompact(figures?.refusals ?? 0)}
        exact={formatCount(figures?.refusals ?? 0)}
        hint="Since Purser started"
      />
    </SimpleGrid>
  )
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

interface ActivityNotesProps {
  readonly notes: readonly LoggedEvent[]
  /** Offset to add to a moment of the server for the browser's own clock. */
  readonly offsetMs: number
  readonly timeZone: string
}

/** Lists the last pauses and similar events, with reason and time. */
export function ActivityNotes({ notes, offsetMs, timeZone }: ActivityNotesProps) {
  if (notes.length === 0) return null
  return (
    <div>
      <Text size="sm" fw={600}>
        Recent calls, times in {timeZone}
      </Text>
      <ul className={classes.notes} aria-label="Pauses and stops">
        {notes.map((note) => (
          <Text key={note.seq} component="li" size="sm">
            <Text span c="dimmed">
              {timeOf(note.atMs + offsetMs, timeZone)}
            </Text>{' '}
            {describeNote(note)}
          </Text>
        ))}
      </ul>
    </div>
  )
}

/** Writes the time of day of a moment of the browser's monotonic clock: "14:05:07". */
const timeOf = (atMs: number, timeZone: string): string =>
  formatTimeWithSeconds(new Date(performance.timeOrigin + atMs), timeZone)
