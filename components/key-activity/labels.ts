import { formatCount, formatDuration, type Priority, plural } from '@/lib/kernel'
import type { LoggedEvent, PacerFigures } from '@/lib/upstream/pacing'
import type { Shape } from './activity-geometry'

/**
 * Kinds of callers, most urgent first, named as runs are elsewhere; each has its own shape, so that nothing depends on
 * colour alone.
 */
export const PRIORITY_ROWS: readonly {
  readonly key: Priority
  readonly label: string
  readonly shape: Shape
}[] = [
  { key: 'gateway', label: 'Services', shape: 'diamond' },
  { key: 'interactive', label: 'Page by page', shape: 'circle' },
  { key: 'run', label: 'Background', shape: 'square' },
  { key: 'schedule', label: 'Schedules', shape: 'triangle' },
]

/** Writes requests a second with at most one decimal, or three below one: "24.5", "0.333". */
const formatPace = (rate: number): string =>
  formatCount(rate < 1 ? Math.round(rate * 1000) / 1000 : Math.round(rate * 10) / 10)

/** Writes a pace in the longest unit that it fills: "24.5 requests a second", "1 request a minute". */
export function describePace(rate: number): string {
  const [unit, times] =
    rate >= 1 || rate === 0 ? ['second', 1] : rate >= 1 / 60 ? ['minute', 60] : ['hour', 3600]
  const requests = Math.round(rate * times * 10) / 10
  return `${formatCount(requests)} ${requests === 1 ? 'request' : 'requests'} a ${unit}`
}

/** Writes a pace for an axis: "24.5/s". */
export const formatRate = (rate: number): string => `${formatPace(rate)}/s`

/** The state of the key, in a word and a sentence. */
export interface ActivityStatus {
  readonly kind: 'idle' | 'open' | 'paused' | 'halted'
  readonly text: string
}

export function statusOf(figures: PacerFigures | null): ActivityStatus {
  if (figures?.halted) return { kind: 'halted', text: `Stopped: ${figures.halted}` }
  if (figures && figures.pausedForMs > 0) {
    const { pausedForMs, pauseAskedMs } = figures
    return { kind: 'paused', text: `Paused for ${formatDuration(pausedForMs)}: ${causeOf(pauseAskedMs)}` }
  }
  if (!figures || (figures.queued === 0 && figures.underWay === 0 && figures.achievedRate === 0))
    return { kind: 'idle', text: 'Idle' }
  const pace = `Sending, up to ${describePace(figures.rate)}`
  return { kind: 'open', text: isSlowed(figures) ? `${pace}, slowed after a 429` : pace }
}

/** Returns whether its pace is below its limit by more than the little that the pacer always keeps free. */
export const isSlowed = (figures: PacerFigures | null): boolean =>
  figures !== null && figures.rate < 0.97 * figures.packRate

const causeOf = (askedMs: number | null): string =>
  askedMs === null ? 'the API answered 429' : `the API answered 429 and asked for ${formatDuration(askedMs)}`

/** Describes a pause or similar event in a sentence. */
export function describeNote(event: LoggedEvent): string {
  switch (event.kind) {
    case 'paused':
      return `Paused for ${formatDuration(event.forMs)}: ${causeOf(event.askedMs)}`
    case 'halted':
      return `Stopped: ${event.reason}`
    case 'resumed':
      return 'Went on'
    case 'rate':
      return `The key now allows ${describePace(event.packRate)}`
    case 'refused':
      return 'Answered 429'
    case 'sent':
      return 'Sent'
  }
}

/** Estimates when the last waiting call will be sent. */
export const describeWait = ({ queued, lastLeavesInMs }: PacerFigures): string =>
  queued === 0 || lastLeavesInMs === null
    ? 'nobody waits'
    : `the last is sent in about ${formatDuration(Math.max(1, lastLeavesInMs))}`

/** Describes what the key is doing in one sentence, for screen readers. */
export function describeActivity(figures: PacerFigures | null): string {
  if (!figures) return 'Nothing was sent with this key.'
  const { queued, sentLastSecond } = figures
  return `${statusOf(figures).text}. ${plural(sentLastSecond, 'call')} sent in the last second, ${plural(queued, 'call')} waiting.`
}

/** Describes what the key is doing, for a table's cell. */
export function activityCell(figures: PacerFigures | null): string {
  if (!figures) return 'Idle'
  if (figures.halted) return 'Stopped'
  const { queued, sentLastSecond } = figures
  return queued === 0 && sentLastSecond === 0 ? 'Idle' : `${formatCount(queued)} waiting, ${sentLastSecond}/s`
}
