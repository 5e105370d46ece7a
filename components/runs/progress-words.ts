import type { RunProgress, RunView } from '@/lib/collect/runs'
import { formatMoment, formatPlural, formatTime, formatWithUnit } from '@/lib/kernel'

/** Explains why a run's key pauses. */
export const describePause = ({ wasAskedToPause }: NonNullable<RunProgress['key']>): string =>
  wasAskedToPause ? 'the API has asked for a pause' : 'a short pause, since the API refused a call'

const DAY_MS = 86_400_000

/** Says until when a run waits for the limit of its key; by the time of day if that is within a day. */
export const describeWait = (until: Date, now: number | null): string =>
  `Waiting for the service’s limit until ${(now !== null && until.getTime() - now < DAY_MS ? formatTime : formatMoment)(until)}`

/** Describes when a run stops, in a sentence. */
export function describeStopConditions({
  capItems,
  capNano,
  untilAt,
  untilKnown,
}: Pick<RunView, 'capItems' | 'capNano' | 'untilAt' | 'untilKnown'>): string {
  const ends = [
    capItems !== null && `at ${formatPlural(capItems, 'item')}`,
    capNano !== null && `at ${formatWithUnit(capNano)}`,
    untilAt !== null && `at posts from before ${formatMoment(untilAt)}`,
    untilKnown && 'at known items',
    'at the last page',
  ].filter(Boolean)
  return `It stops ${ends.join(', or ')}.`
}
