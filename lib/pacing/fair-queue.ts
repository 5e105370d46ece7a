import type { Queue, QueueAddOptions } from 'p-queue'

export type Priority = 'interactive' | 'run' | 'schedule'

export interface Place extends QueueAddOptions {
  readonly rank?: Priority
  /** One run or member: lanes of a rank take turns. */
  readonly lane?: string
  /** Was refused with 429: goes first. */
  readonly again?: boolean
}

type Job = () => Promise<unknown>

const BACKGROUND_TURN = 10
const BACKGROUND: readonly Priority[] = ['run', 'schedule']

/**
 * Who gets the next slot: first what was refused; then people before runs before schedules, but every tenth slot is
 * for the background; within a rank the lanes take turns, so one member's long run starves nobody.
 */
export class FairQueue implements Queue<Job, Place> {
  readonly #again: Job[] = []
  readonly #ranks: Record<Priority, Lanes> = {
    interactive: new Lanes(),
    run: new Lanes(),
    schedule: new Lanes(),
  }
  #turn = 0

  get size(): number {
    return this.#again.length + Object.values(this.#ranks).reduce((sum, lanes) => sum + lanes.size, 0)
  }

  enqueue(job: Job, place: Partial<Place> = {}): void {
    if (place.again) this.#again.push(job)
    else this.#ranks[place.rank ?? 'interactive'].push(place.lane ?? '', job)
  }

  dequeue(): Job | undefined {
    const refused = this.#again.shift()
    if (refused) return refused
    this.#turn = (this.#turn + 1) % BACKGROUND_TURN
    const order: readonly Priority[] =
      this.#turn === 0 ? [...BACKGROUND, 'interactive'] : ['interactive', ...BACKGROUND]
    for (const rank of order) {
      const job = this.#ranks[rank].shift()
      if (job) return job
    }
    return undefined
  }

  filter(): Job[] {
    return [...this.#again, ...Object.values(this.#ranks).flatMap((lanes) => lanes.all())]
  }

  setPriority(): void {
    throw new Error('The order is by rank and lane, not by number')
  }
}

/** Queues that take turns. A Map keeps them in the order in which their turn comes. */
class Lanes {
  readonly #lanes = new Map<string, Job[]>()
  size = 0

  push(lane: string, job: Job): void {
    const jobs = this.#lanes.get(lane)
    if (jobs) jobs.push(job)
    else this.#lanes.set(lane, [job])
    this.size++
  }

  shift(): Job | undefined {
    const [first] = this.#lanes
    if (!first) return undefined
    const [lane, jobs] = first
    const job = jobs.shift()
    this.#lanes.delete(lane)
    if (jobs.length > 0) this.#lanes.set(lane, jobs)
    this.size--
    return job
  }

  all(): Job[] {
    return [...this.#lanes.values()].flat()
  }
}
