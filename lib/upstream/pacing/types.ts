import type { AppError, Priority, Rate } from '@/lib/kernel'
import type { ActivityStats, KeyActivity } from './key-activity'
import type { PacerPause, ReportedRate } from './told-quota'
import type { QueueFigures } from './waiting-calls'

export interface SlotRequest {
  /** Priority of the call: a waiting person, a run in the background, or a schedule; a person by default. */
  readonly priority?: Priority
  /** Owner of the call: lanes of one priority take turns. */
  readonly lane?: string
  readonly signal?: AbortSignal
  /** True for a call that goes before all others because it was refused with 429, or asks why others were. */
  readonly again?: boolean
  /**
   * Called at the moment of the slot, so that its call leaves on time. In a busy process the promise may resolve some
   * milliseconds later, and a late call comes too close to those a second after it. Must not throw.
   */
  onSlot?(slot: Slot): void
}

/** Permission to send one call. The caller reports its result, because the key's pace follows the answers. */
export interface Slot {
  /** Time that the call waited for its slot, in milliseconds. */
  readonly waitedMs: number
  /** Reports that the call leaves only now, if that is known: the pace counts from when calls really leave. */
  left(): void
  /** Reports that the call ended other than by 429. */
  answered(told?: ReportedRate): void
  /** Reports that the call was refused with 429. */
  refused(told: ReportedRate): void
}

export interface Pacer {
  /**
   * Resolves when the caller may send, which it must do at once, without awaiting anything in between. Rejects when
   * aborted or halted.
   */
  slot(request?: SlotRequest): Promise<Slot>
  /** Continues at another pack's rate, where a number counts requests a second. Waiting calls keep their places. */
  setRate(rate: Rate | number): void
  /** Rejects all waiting and new calls until `resume`, on all paths of the key. */
  halt(reason: AppError): void
  resume(): void
  /** Recent pauses and counts, for viewers. */
  readonly activity: Pick<KeyActivity, 'epoch' | 'notes' | 'perSecond'>
  figures(): PacerFigures
}

/** A key as its viewers see it: all its paths together. */
export type WatchedKey = Omit<Pacer, 'slot' | 'setRate'>

/**
 * The present state of a key. Rates are requests a second. If the upstream counts by path, counts and rates are sums
 * over all paths.
 */
export interface PacerFigures extends ActivityStats {
  readonly queued: number
  readonly queue: Readonly<Record<Priority, QueueFigures>>
  /** Milliseconds until the last waiting call leaves, at the present rate; null while nobody waits. */
  readonly lastLeavesInMs: number | null
  /** The present rate, after the upstream's 429s lowered it. */
  readonly rate: number
  readonly packRate: number
  /** The pack's limit, in the window in which the upstream counts; null if its paths differ. */
  readonly allowed: Rate | null
  /** True while calls are spaced without catching up on lateness, because the limiter is strict. */
  readonly isStrict: boolean
  /** The longest present pause of its paths. */
  readonly pause: PacerPause | null
  /** Length of that pause; 0 without one. */
  readonly pausedForMs: number
  readonly sentLastSecond: number
  /** Number of 429s since the pacer was created. */
  readonly refusals: number
  /** Reason why nothing is sent; null while the key works. */
  readonly halted: string | null
}
