import type { AppError, Priority, Rate } from '@/lib/kernel'
import type { ActivityLog } from './activity-log'
import type { ActivityStats } from './key-activity'
import type { QueueFigures } from './waiting-calls'

export interface SlotRequest {
  /** A waiting person, a run in the background, or a schedule; a person by default. */
  readonly priority?: Priority
  /** Whose call it is: lanes of one priority take turns. */
  readonly lane?: string
  readonly signal?: AbortSignal
  /** It goes before all others: the call was refused with 429, or asks why others were. */
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
  /** Continues at another pack's rate, a number counting requests a second; waiting calls keep their places. */
  setRate(rate: Rate | number): void
  /** Rejects all waiting and new calls until `resume`, on all paths of the key. */
  halt(reason: AppError): void
  resume(): void
  /** Recent events, for viewers. */
  readonly activity: ActivityLog
  figures(): PacerFigures
}

/** A key as its viewers see it: all its paths together. */
export type WatchedKey = Omit<Pacer, 'slot' | 'setRate'>

/** A time in which nothing leaves. */
export interface PacerPause {
  readonly forMs: number
  /**
   * The upstream's window holds no more calls; the upstream asks for the pause by its retry-after; or it refused a call and
   * asks for nothing.
   */
  readonly why: 'window' | 'retry-after' | 'refused'
  /** The path that pauses, where the upstream counts by path. */
  readonly path: string | null
}

/**
 * The present state of a key. Rates are requests a second. Where the upstream counts by path, counts and rates are sums of
 * all paths.
 */
export interface PacerFigures extends ActivityStats {
  readonly queued: number
  readonly queue: Readonly<Record<Priority, QueueFigures>>
  /** When the last waiting call will leave, at the present rate; null while nobody waits. */
  readonly lastLeavesInMs: number | null
  /** The present rate, after the upstream's 429s lowered it. */
  readonly rate: number
  readonly packRate: number
  /** What the pack allows, in the window in which the upstream counts; null where its paths differ. */
  readonly allowed: Rate | null
  /** Spaced without catching up on lateness, since the limiter is strict. */
  readonly isStrict: boolean
  /** The longest present pause of its paths. */
  readonly pause: PacerPause | null
  /** How long that is; 0 without one. */
  readonly pausedForMs: number
  readonly sentLastSecond: number
  /** 429s since the pacer was made. */
  readonly refusals: number
  /** Why nothing is sent; null while the key works. */
  readonly halted: string | null
}
