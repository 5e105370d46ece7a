import type { Clock } from '@/lib/kernel'
import type { Happening } from './lane-log'
import type { Pacer, PacerFigures } from './types'

/** One message to a viewer of a key. */
export interface LaneMessage {
  /** The place in the key's log, for a reconnecting viewer: see `createLaneFeed`. */
  readonly id: string
  /** The clock of `atMs`, as the message was made. */
  readonly nowMs: number
  /** Distinguishes the numbers of this log from those of another process, or of an earlier pacer. */
  readonly epoch: string
  /** Those since the message before; of a new log, those of the last seconds. */
  readonly happenings: readonly Happening[]
  /** Null while this process has no pacer of the key: it has not used it, or the key was disabled. */
  readonly figures: PacerFigures | null
}

export interface LaneFeed {
  /** What is new; null while nothing moves. While something does, there is a message at least every second. */
  next(): Promise<LaneMessage | null>
}

/** How far a viewer has read in a key's log. */
export interface LanePlace {
  readonly epoch: string
  readonly seq: number
}

/** A key's log and figures at a moment. */
export interface LaneLook extends LanePlace {
  readonly nowMs: number
  readonly happenings: readonly Happening[]
  readonly figures: PacerFigures | null
}

const HISTORY_MS = 12_000
const REFRESH_MS = 1000

/** A key's events after a place in its log; of an unread log, those of the last seconds. */
export function lookAtLane(pacer: Pacer | null, clock: Clock, { epoch, seq }: LanePlace): LaneLook {
  const nowMs = clock.monotonic()
  if (!pacer) return { epoch: '', seq: 0, nowMs, happenings: [], figures: null }
  const { lane } = pacer
  const happenings =
    lane.epoch === epoch ? lane.since(seq) : lane.since(0).filter(({ atMs }) => atMs > nowMs - HISTORY_MS)
  return { epoch: lane.epoch, seq: lane.seq, nowMs, happenings, figures: pacer.figures() }
}

/**
 * Follows a key's pacer, which may appear later or be replaced. `after` is the id of the last received message: nothing
 * before it is repeated, and nothing after it is left out that is still remembered.
 */
export function createLaneFeed(
  look: (after: LanePlace) => LaneLook | Promise<LaneLook>,
  after: string | null,
): LaneFeed {
  let place = placeOf(after)
  let told: Told | null = null
  return {
    async next() {
      const { epoch, seq, nowMs, happenings, figures } = await look(place)
      const isDue = told === null || isNews(told, figures, nowMs)
      if (happenings.length === 0 && !isDue) return null
      place = { epoch, seq }
      told = { at: nowMs, figures }
      return { id: `${epoch}:${seq}`, nowMs, epoch, happenings, figures }
    },
  }
}

interface Told {
  readonly at: number
  readonly figures: PacerFigures | null
}

/** A changed queue is reported at once, the rest every second; the last message after a move says that it is over. */
function isNews(told: Told, figures: PacerFigures | null, now: number): boolean {
  if (told.figures?.queued !== figures?.queued) return true
  return (isMoving(told.figures) || isMoving(figures)) && now - told.at >= REFRESH_MS
}

/** Whether the figures change with time alone. */
const isMoving = (figures: PacerFigures | null): boolean =>
  figures !== null &&
  (figures.queued > 0 || figures.underWay > 0 || figures.pausedForMs > 0 || figures.achievedRate > 0)

function placeOf(id: string | null): LanePlace {
  const [epoch = '', seq = ''] = id?.split(':') ?? []
  return /^\d{1,15}$/.test(seq) ? { epoch, seq: Number(seq) } : { epoch: '', seq: 0 }
}
