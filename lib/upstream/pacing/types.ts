import type { AppError, Priority } from '@/lib/kernel'
import type { ActivityLog } from './activity-log'
import type { ActivityStats } from './key-activity'
import type { QueueFigures } from './waiting-calls'

export interface SlotRequest {
  /** A waiting person, a run in the background, or a schedule; a person by default. */
  readonly priority?: Priority
  /** Whose call it is: lanes of one priority take turns. */
  readonly lane?: string
  readonly signal?: AbortSignal
  /** The call was refused with 429: it goes first. */
  readonly again?: boolean
  /**
   * Called in the moment of the slot, so that its call leaves on time. The promise may resolve some milliseconds later
   * in a busy process, and late calls come too close to those a second after them. Must not throw.
   */
  onSlot?(slot: Slot): void
}

/** What an answer's headers told of the key's rate. What they did not tell is absent. */
export interface RateTold {
  /** How many requests a window may hold. */
  readonly limit?: number
  /** How many of them are left until it ends. */
  readonly remaining?: number
  /** When it ends, in milliseconds from now. */
  readonly resetInMs?: number
  /** With a 429: how long to wait, in milliseconds; null if it does not say. */
  readonly retryAfterMs?: number | null
}

/** Permission to send one call. The caller reports its result, since the key's pace follows the answers. */
export interface Slot {
  /** How long the call waited for its slot, in milliseconds. */
  readonly waitedMs: number
  /** Reports that the call leaves only now, if that is known: the pace counts from when calls really leave. */
  left(): void
  /** Reports that the call ended other than by 429. */
  answered(told?: RateTold): void
  /** Reports that the call was refused with 429. */
  refused(told: RateTold): void
}

export interface Pacer {
  /** Resolves when the caller may send, at once: nothing may be awaited in between. Rejects when aborted or halted. */
  slot(request?: SlotRequest): Promise<Slot>
  /** Continues at another pack's requests per second; waiting calls keep their places. */
  setRate(requestsPerSecond: number): void
  /** Rejects all waiting and new calls until `resume`. */
  halt(reason: AppError): void
  resume(): void
  /** Recent events, for viewers. */
  readonly activity: ActivityLog
  figures(): PacerFigures
}

/** The present state of a key. Rates are requests a second. */
export interface PacerFigures extends ActivityStats {
  readonly queued: number
  readonly queue: Readonly<Record<Priority, QueueFigures>>
  /** When the last waiting call will leave, at the present rate; null while nobody waits. */
  readonly lastLeavesInMs: number | null
  /** The present rate, after the upstream's 429s lowered it. */
  readonly rate: number
  readonly packRate: number
  /** Spaced without catching up on lateness, since the limiter is strict. */
  readonly isStrict: boolean
  readonly pausedForMs: number
  readonly sentLastSecond: number
  /** 429s since the pacer was made. */
  readonly refusals: number
  /** Why nothing is sent; null while the key works. */
  readonly halted: string | null
}
