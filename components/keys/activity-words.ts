import {
  formatCount,
  formatDay,
  formatDuration,
  formatMoment,
  formatPlural,
  formatTime,
  type Priority,
} from '@/lib/kernel'
import type { ActivityMessage, PacerFigures } from '@/lib/upstream/pacing'

/** Kinds of callers, most urgent first, named as runs are elsewhere. */
export const PRIORITY_ROWS: readonly { readonly key: Priority; readonly label: string }[] = [
  { key: 'gateway', label: 'Services' },
  { key: 'interactive', label: 'Page by page, and key checks' },
  { key: 'run', label: 'Background' },
  { key: 'schedule', label: 'Schedules, and balance readings' },
]

/** Writes a pace in the longest unit that it fills: "24.5 requests a second", "1 request a minute". */
export function describePace(rate: number): string {
  const [unit, times] =
    rate >= 1 || rate === 0 ? ['second', 1] : rate >= 1 / 60 ? ['minute', 60] : ['hour', 3600]
  const requests = Math.round(rate * times * 10) / 10
  return `${formatCount(requests)} ${requests === 1 ? 'request' : 'requests'} a ${unit}`
}

/** Describes the state of the key. */
export function describeKeyStatus(figures: PacerFigures | null): string {
  if (figures?.halted) return `Stopped: ${figures.halted}`
  if (figures && figures.pausedForMs > 0)
    return `Paused for ${formatDuration(figures.pausedForMs)}: ${causeOf(figures.pauseAskedMs)}`
  if (!figures || (figures.queued === 0 && figures.underWay === 0 && figures.achievedRate === 0))
    return 'Idle'
  const pace = `Sending, up to ${describePace(figures.rate)}`
  return isKeySlowed(figures) ? `${pace}, slowed after a 429` : pace
}

/** Returns whether its pace is below its limit by more than the little that the pacer always keeps free. */
export const isKeySlowed = ({ rate, packRate }: PacerFigures): boolean => rate < 0.97 * packRate

const causeOf = (askedMs: number | null): string =>
  askedMs === null ? 'the API answered 429' : `the API answered 429 and asked for ${formatDuration(askedMs)}`

/** Writes when a call was: "at 20:38" on the same day, otherwise "on 27 Nov, 20:38". */
export const describeLastCall = (at: Date, now: Date): string =>
  formatDay(at) === formatDay(now) ? `at ${formatTime(at)}` : `on ${formatMoment(at)}`

/** Describes a pause or similar event in a sentence. */
export function describeKeyEvent(event: ActivityMessage['notes'][number]): string {
  switch (event.kind) {
    case 'paused':
      return `Paused for ${formatDuration(event.forMs)}: ${causeOf(event.askedMs)}`
    case 'halted':
      return `Stopped: ${event.reason}`
    case 'resumed':
      return 'Resumed'
  }
}

/** Estimates when the last waiting call will be sent. */
export const describeWait = ({ queued, lastLeavesInMs }: PacerFigures): string =>
  queued === 0 || lastLeavesInMs === null
    ? 'No calls waiting'
    : `The last is sent in about ${formatDuration(Math.max(1, lastLeavesInMs))}`

/** Describes what the key is doing in one sentence, for screen readers. */
export function describeActivity(figures: PacerFigures | null): string {
  if (!figures) return 'Nothing was sent with this key.'
  const { queued, sentLastSecond } = figures
  return `${describeKeyStatus(figures)}. ${formatPlural(sentLastSecond, 'call')} sent in the last second, ${formatPlural(queued, 'call')} waiting.`
}

/** Describes what the key is doing, for a table's cell. */
export function describeActivityBriefly(figures: PacerFigures | null): string {
  if (!figures) return 'Idle'
  if (figures.halted) return 'Stopped'
  const { queued, sentLastSecond } = figures
  return queued === 0 && sentLastSecond === 0 ? 'Idle' : `${formatCount(queued)} waiting, ${sentLastSecond}/s`
}
