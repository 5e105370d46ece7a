import { byPriority, type Priority } from '@/lib/kernel'
import type { ActivityMessage, LoggedEvent, PacerFigures } from '@/lib/upstream/pacing'

/** Counts of what left within one second of the server's clock. */
export interface ActivitySecond {
  /** Whole seconds of that clock. */
  readonly at: number
  readonly sent: Readonly<Record<Priority, number>>
  readonly refused: number
}

/**
 * The knowledge of a viewer of a key. Moments are milliseconds of the server's monotonic clock unless stated
 * otherwise.
 */
export interface ActivityState {
  readonly epoch: string
  readonly seq: number
  /** Offset to add to a moment of the server for the browser's own clock. */
  readonly offsetMs: number
  /** Null before the first message and while the server has not used the key. */
  readonly figures: PacerFigures | null
  /** Events of the last seconds, oldest first. */
  readonly events: readonly LoggedEvent[]
  readonly seconds: readonly ActivitySecond[]
  /** The last pauses and similar events, newest first. */
  readonly notes: readonly LoggedEvent[]
  /** Counts of what has left since the page began to watch; null before the first message. */
  readonly left: Readonly<Record<Priority, number>> | null
}

export const SECONDS_SHOWN = 30
const KEPT_MS = 12_000
const MAX_NOTES = 5
// Correction per message of an offset that was measured too small: clocks drift by less.
const DRIFT_MS = 0.2
const NONE = byPriority(() => 0)

/** Returns the state before any message; the figures may be known from the page. */
export const firstActivityState = (figures: PacerFigures | null): ActivityState => ({
  epoch: '',
  seq: 0,
  offsetMs: 0,
  figures,
  events: [],
  seconds: [],
  notes: [],
  left: null,
})

/**
 * Returns the state after a message that arrived at `receivedAt` of the browser's clock. Earlier events are not
 * counted twice.
 */
export function takeMessage(
  state: ActivityState,
  message: ActivityMessage,
  receivedAt: number,
): ActivityState {
  const isSame = message.epoch === state.epoch
  const before = isSame ? state : { ...firstActivityState(null), left: state.left }
  const news = message.events.filter(({ seq }) => seq > before.seq)
  const offset = receivedAt - message.nowMs
  return {
    epoch: message.epoch,
    seq: news.at(-1)?.seq ?? before.seq,
    // The message with the shortest way measures the clocks' difference best.
    offsetMs: isSame ? Math.min(before.offsetMs + DRIFT_MS, offset) : offset,
    figures: message.figures,
    events: [...before.events, ...news].filter(({ atMs }) => atMs > message.nowMs - KEPT_MS),
    seconds: news
      .reduce(addToSeconds, before.seconds)
      .filter(({ at }) => at >= Math.floor(message.nowMs / 1000) - SECONDS_SHOWN),
    notes: [...news.filter(isNote).reverse(), ...before.notes].slice(0, MAX_NOTES),
    left: leftAfter(state, message, isSame),
  }
}

const isNote = ({ kind }: LoggedEvent): boolean => kind !== 'sent' && kind !== 'refused'

/** Counts by the server's own totals, so that nothing is missed while nobody was listening. */
function leftAfter(
  { left, figures }: ActivityState,
  message: ActivityMessage,
  isSame: boolean,
): ActivityState['left'] {
  if (left === null) return NONE
  const now = message.figures?.sent ?? NONE
  const before = isSame ? (figures?.sent ?? NONE) : NONE
  return byPriority((priority) => left[priority] + now[priority] - before[priority])
}

function addToSeconds(seconds: readonly ActivitySecond[], event: LoggedEvent): readonly ActivitySecond[] {
  if (event.kind !== 'sent' && event.kind !== 'refused') return seconds
  const at = Math.floor(event.atMs / 1000)
  const last = seconds.at(-1)
  const second = last?.at === at ? last : { at, sent: NONE, refused: 0 }
  const others = last?.at === at ? seconds.slice(0, -1) : seconds
  if (event.kind === 'refused') return [...others, { ...second, refused: second.refused + 1 }]
  const sent = { ...second.sent, [event.priority]: second.sent[event.priority] + 1 }
  return [...others, { ...second, sent }]
}
