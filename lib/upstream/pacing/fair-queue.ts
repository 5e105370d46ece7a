import type { Queue, QueueAddOptions } from 'p-queue'
import { byPriority, PRIORITIES, type Priority } from '@/lib/kernel'

export interface QueueRank extends QueueAddOptions {
  readonly rank?: Priority
  /** Id of one run or member: lanes of a rank take turns. */
  readonly lane?: string
  /** True for a call that was refused with 429, which goes first. */
  readonly again?: boolean
}

type QueuedCall = QueueEntry['job']

const BACKGROUND_EVERY = 10
const SCHEDULE_EVERY = 2 * BACKGROUND_EVERY
/** Positions of the slots, of each ten, that people get first. */
const PEOPLE_AT = [3, 7]

/**
 * Decides who gets the next slot: first refused calls, then the gateway before people before runs before schedules. Of
 * each ten slots, though, two are for people first, and one is for the background (runs and schedules in turn), so
 * that neither starves. Within a rank the lanes take turns, so one member's long run, or one busy service, delays
 * nobody else's.
 */
export class FairQueue implements Queue<QueuedCall, QueueRank> {
  readonly #again: QueueEntry[] = []
  readonly #ranks = byPriority(() => new Lanes())
  readonly #present = new Map<string, QueueEntry>()
  #turn = 0

  get size(): number {
    return this.#present.size
  }

  /** Adds a call; p-queue gives every job an id of its own. */
  enqueue(job: QueuedCall, { id = '', rank, lane, again }: Partial<QueueRank> = {}): void {
    const entry: QueueEntry = { id, job, isGone: false }
    this.#present.set(id, entry)
    if (again) this.#again.push(entry)
    else this.#ranks[rank ?? 'interactive'].push(lane ?? '', entry)
  }

  dequeue(): QueuedCall | undefined {
    const entry = shiftPresent(this.#again) ?? this.#nextInTurn()
    if (entry) this.#present.delete(entry.id)
    return entry?.job
  }

  /** Removes a call whose waiter gave up; called by p-queue. */
  remove(id: string): void {
    const entry = this.#present.get(id)
    if (!entry) return
    entry.isGone = true
    this.#present.delete(id)
  }

  filter(): QueuedCall[] {
    return [...this.#present.values()].map(({ job }) => job)
  }

  setPriority(): void {
    throw new Error('The order is by rank and lane, not by number')
  }

  #nextInTurn(): QueueEntry | undefined {
    this.#turn = (this.#turn + 1) % SCHEDULE_EVERY
    for (const rank of orderAt(this.#turn)) {
      const entry = this.#ranks[rank].shift()
      if (entry) return entry
    }
    return undefined
  }
}

function orderAt(turn: number): readonly Priority[] {
  if (turn === 0) return ['schedule', 'run', 'gateway', 'interactive']
  if (turn === BACKGROUND_EVERY) return ['run', 'schedule', 'gateway', 'interactive']
  if (PEOPLE_AT.includes(turn % BACKGROUND_EVERY)) return ['interactive', 'gateway', 'run', 'schedule']
  return PRIORITIES
}

/** A waiting call. One that is gone is skipped, which is cheaper than removing it from its lane. */
export interface QueueEntry {
  readonly id: string
  readonly job: () => Promise<unknown>
  isGone: boolean
}

/** Queues that take turns. A Map keeps them in the order of their turns. */
class Lanes {
  readonly #lanes = new Map<string, QueueEntry[]>()

  push(lane: string, entry: QueueEntry): void {
    const entries = this.#lanes.get(lane)
    if (entries) entries.push(entry)
    else this.#lanes.set(lane, [entry])
  }

  /** Removes and returns the first entry of the lane whose turn it is; that lane moves to the end. */
  shift(): QueueEntry | undefined {
    for (const [lane, entries] of this.#lanes) {
      const entry = shiftPresent(entries)
      this.#lanes.delete(lane)
      if (entries.length > 0) this.#lanes.set(lane, entries)
      if (entry) return entry
    }
    return undefined
  }
}

/** Removes and returns the first entry that is not gone. */
function shiftPresent(entries: QueueEntry[]): QueueEntry | undefined {
  for (let entry = entries.shift(); entry; entry = entries.shift()) if (!entry.isGone) return entry
  return undefined
}
