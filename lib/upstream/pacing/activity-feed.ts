import type { Clock } from '@/lib/kernel'
import type { ActivityEvent } from './key-activity'
import type { PacerFigures, WatchedKey } from './types'

/** A key's pauses and figures at one moment; complete, so that none needs to be repeated. */
export interface ActivityMessage {
  /** Distinguishes this activity from that of another process or of an earlier pacer; empty without one. */
  readonly epoch: string
  /** The last pauses and stops, newest first. `at` is in milliseconds of Unix time. */
  readonly notes: readonly (ActivityEvent & { readonly seq: number; readonly at: number })[]
  /** Number of calls that left in each of the last 60 whole seconds, oldest first. */
  readonly perSecond: readonly number[]
  /** Null while this process has no pacer of the key, because it has not used it or the key was disabled. */
  readonly figures: PacerFigures | null
}

const REFRESH_MS = 1000

/** Returns a key's present activity. */
export function readKeyActivity(
  pacer: Pick<WatchedKey, 'activity' | 'figures'> | null,
  clock: Clock,
): ActivityMessage {
  if (!pacer) return { epoch: '', notes: [], perSecond: [], figures: null }
  const { activity } = pacer
  const now = clock.monotonic()
  const offset = clock.now().getTime() - now
  return {
    epoch: activity.epoch,
    notes: activity.notes().map(({ atMs, ...event }) => ({ ...event, at: Math.round(atMs + offset) })),
    perSecond: activity.perSecond(now),
    figures: pacer.figures(),
  }
}

/**
 * Follows a key's pacer, which may appear later or be replaced. `next` returns what is new; null while nothing moves.
 * While something does, there is a message at least every second.
 */
export function createActivityFeed(
  look: () => ActivityMessage | Promise<ActivityMessage>,
  clock: Clock,
): { next(): Promise<ActivityMessage | null> } {
  let told: { readonly at: number; readonly message: ActivityMessage } | null = null
  return {
    async next() {
      const message = await look()
      const at = clock.monotonic()
      if (told && !isNews(told.message, message, at - told.at)) return null
      told = { at, message }
      return message
    },
  }
}

/**
 * Returns whether to send a message. A changed queue and a pause are reported at once, the rest every second; the last
 * message after a change says that it is over.
 */
function isNews(told: ActivityMessage, now: ActivityMessage, passedMs: number): boolean {
  if (told.epoch !== now.epoch || told.figures?.queued !== now.figures?.queued) return true
  if (told.notes[0]?.seq !== now.notes[0]?.seq) return true
  return passedMs >= REFRESH_MS && (isMoving(told) || isMoving(now))
}

/** Returns whether the figures change with time alone. */
const isMoving = ({ figures, perSecond }: ActivityMessage): boolean =>
  figures !== null &&
  (figures.queued > 0 ||
    figures.underWay > 0 ||
    figures.pausedForMs > 0 ||
    figures.achievedRate > 0 ||
    perSecond.some((count) => count > 0))
