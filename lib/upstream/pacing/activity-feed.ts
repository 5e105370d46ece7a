import type { Clock } from '@/lib/kernel'
import type { LoggedEvent } from './key-activity'
import type { PacerFigures, WatchedKey } from './types'

/** A message to a viewer of a key's activity. */
export interface ActivityMessage {
  /** Position in the key's log, for a viewer that reconnects: see `createActivityFeed`. */
  readonly id: string
  /** Time by the clock of `atMs` when the message was made. */
  readonly nowMs: number
  /** Distinguishes the numbers of this log from those of another process or of an earlier pacer. */
  readonly epoch: string
  /** Events since the previous message; for a new log, those of the last seconds. */
  readonly events: readonly LoggedEvent[]
  /** Null while this process has no pacer of the key, because it has not used it or the key was disabled. */
  readonly figures: PacerFigures | null
}

export interface ActivityFeed {
  /** Returns what is new; null while nothing moves. While something does, there is a message at least every second. */
  next(): Promise<ActivityMessage | null>
}

/** A viewer's position in a key's log. */
export interface ActivityPlace {
  readonly epoch: string
  readonly seq: number
}

/** A key's log and figures at one moment. */
export interface ActivitySince extends ActivityPlace {
  readonly nowMs: number
  readonly events: readonly LoggedEvent[]
  readonly figures: PacerFigures | null
}

const HISTORY_MS = 12_000
const REFRESH_MS = 1000

/** Returns a key's events after a position in its log; for an unread log, those of the last seconds. */
export function readActivity(
  pacer: Pick<WatchedKey, 'activity' | 'figures'> | null,
  clock: Clock,
  { epoch, seq }: ActivityPlace,
): ActivitySince {
  const nowMs = clock.monotonic()
  if (!pacer) return { epoch: '', seq: 0, nowMs, events: [], figures: null }
  const { activity } = pacer
  const events =
    activity.epoch === epoch
      ? activity.since(seq)
      : activity.since(0).filter(({ atMs }) => atMs > nowMs - HISTORY_MS)
  return { epoch: activity.epoch, seq: activity.seq, nowMs, events, figures: pacer.figures() }
}

/**
 * Follows a key's pacer, which may appear later or be replaced. `after` is the id of the last received message:
 * nothing before it is repeated, and nothing after it that is still remembered is left out.
 */
export function createActivityFeed(
  look: (after: ActivityPlace) => ActivitySince | Promise<ActivitySince>,
  after: string | null,
): ActivityFeed {
  let place = placeOf(after)
  let told: Told | null = null
  return {
    async next() {
      const { epoch, seq, nowMs, events, figures } = await look(place)
      const isDue = told === null || isNews(told, figures, nowMs)
      if (events.length === 0 && !isDue) return null
      place = { epoch, seq }
      told = { at: nowMs, figures }
      return { id: `${epoch}:${seq}`, nowMs, epoch, events, figures }
    },
  }
}

interface Told {
  readonly at: number
  readonly figures: PacerFigures | null
}

/**
 * Returns whether to send a message. A changed queue is reported at once, the rest every second; the last message
 * after a change says that it is over.
 */
function isNews(told: Told, figures: PacerFigures | null, now: number): boolean {
  if (told.figures?.queued !== figures?.queued) return true
  return (isMoving(told.figures) || isMoving(figures)) && now - told.at >= REFRESH_MS
}

/** Returns whether the figures change with time alone. */
const isMoving = (figures: PacerFigures | null): boolean =>
  figures !== null &&
  (figures.queued > 0 || figures.underWay > 0 || figures.pausedForMs > 0 || figures.achievedRate > 0)

function placeOf(id: string | null): ActivityPlace {
  const [epoch = '', seq = ''] = id?.split(':') ?? []
  return /^\d{1,15}$/.test(seq) ? { epoch, seq: Number(seq) } : { epoch: '', seq: 0 }
}
