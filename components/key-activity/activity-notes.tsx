import { Text } from '@mantine/core'
import { formatTimeWithSeconds } from '@/lib/kernel'
import type { LoggedEvent } from '@/lib/upstream/pacing'
import classes from './key-activity.module.css'
import { describeNote } from './labels'

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
