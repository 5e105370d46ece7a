import type { AppError } from '@/lib/kernel'
import type { Priority } from './fair-queue'
import type { LaneFigures } from './lane'
import type { LaneLog } from './lane-log'
import type { QueueFigures } from './waiting'

export interface SlotRequest {
  /** A person who waits, a run in the background, or a schedule; a person unless given. */
  readonly priority?: Priority
  /** Whose call it is: lanes of one priority take turns. */
  readonly lane?: string
  readonly signal?: AbortSignal
  /** The call was refused with 429: it goes first. */
  readonly again?: boolean
  /**
   * Called in the slot's very moment: what it sends leaves on time. The promise's turn may come some milliseconds later in a
   * busy process, and calls that leave late come too close to those a second after them. Must not throw.
   */
  onSlot?(slot: Slot): void
}

/** Leave to send one call, and the way to tell what came of it: its key's pace follows the answers. */
export interface Slot {
  /** How long the call waited for its slot, in milliseconds. */
  readonly waitedMs: number
  /** Tells that the call leaves only now, where that can be told: the pace goes by when calls really leave. */
  left(): void
  /** Tells that the call ended other than by 429. */
  answered(): void
  /** Tells that the call was refused with 429, and the upstream's retry-after in milliseconds. */
  refused(retryAfterMs: number | null): void
}

export interface Pacer {
  /** Resolves when the caller may send, at once: nothing may be awaited in between. Rejects when aborted or halted. */
  slot(request?: SlotRequest): Promise<Slot>
  /** Goes on at another pack's requests per second; who waits keeps his place. */
  setRate(requestsPerSecond: number): void
  /** Rejects all who wait, and all who come, until `resume`. */
  halt(reason: AppError): void
  resume(): void
  /** What lately happened, for whoever looks. */
  readonly lane: LaneLog
  figures(): PacerFigures
}

/** How a key stands at this moment. Rates are requests a second. */
export interface PacerFigures extends LaneFigures {
  readonly queued: number
  readonly queue: Readonly<Record<Priority, QueueFigures>>
  /** When the last one who waits will leave, at the present rate; null while nobody waits. */
  readonly lastLeavesInMs: number | null
  /** At present, after what the upstream's 429s took off. */
  readonly rate: number
  readonly packRate: number
  /** Spaced without catching up on lateness, since the upstream counts strictly. */
  readonly isStrict: boolean
  readonly pausedForMs: number
  readonly sentLastSecond: number
  /** 429s since the pacer was made. */
  readonly refusals: number
  /** Why nothing is sent; null while the key is at work. */
  readonly halted: string | null
}
