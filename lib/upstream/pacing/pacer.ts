import { AsyncResource } from 'node:async_hooks'
import PQueue from 'p-queue'
import { type AppError, type Clock, type Rate, toRate } from '@/lib/kernel'
import { runStage } from '@/lib/platform/process'
import { FairQueue, type QueueRank } from './fair-queue'
import { createKeyActivity, type KeyActivity } from './key-activity'
import { createKeyPace, type KeyPace, type TakenCall } from './key-pace'
import type { Pacer, PacerFigures, Slot, SlotRequest } from './types'
import { createWaiter, createWaitingCalls, type Waiter } from './waiting-calls'

/** Maximum sleep, so that a changed rate or pause takes effect soon. */
const MAX_SLEEP_MS = 250
const ON_TIME_MS = 0.05

interface PacerOptions {
  /** The pack's limit; a number counts requests a second. */
  readonly rate: Rate | number
  readonly clock: Clock
  /** Pace shared with the pacers of other teams that hold the same upstream key; its own by default. */
  readonly pace?: KeyPace
  /** Parts shared with the pacers of the key's other paths; its own by default. */
  readonly key?: KeyParts
  readonly path?: string | null
  /** Called at most once a minute when refusals suggest that the pack allows another rate than is known. */
  onSuspectRate?(): void
}

/** Creates the pacer of one key. Throws `invalid` for a rate of zero. */
export const createPacer = ({
  rate,
  clock,
  pace = createKeyPace(rate, clock),
  ...parts
}: PacerOptions): Pacer =>
  new KeyPacer(pace, clock, {
    key: createKeyParts(clock),
    path: null,
    onSuspectRate: () => undefined,
    ...parts,
  })

/**
 * Paces one key: p-queue decides who is next, the pace decides when. The call itself runs outside the queue, so a slow
 * answer delays nobody.
 */
class KeyPacer implements Pacer {
  readonly #pace: KeyPace
  readonly #clock: Clock
  readonly #waiting = createWaitingCalls()
  readonly #shown: KeyActivity
  readonly #gate: KeyGate
  readonly #path: string | null
  readonly #onSuspectRate: () => void
  readonly #queue = new PQueue<FairQueue, QueueRank>({ concurrency: 1, queueClass: FairQueue })
  #stop = new AbortController()

  constructor(
    pace: KeyPace,
    clock: Clock,
    { key, path, onSuspectRate }: Required<Pick<PacerOptions, 'key' | 'path' | 'onSuspectRate'>>,
  ) {
    this.#pace = pace
    this.#clock = clock
    this.#path = path
    this.#onSuspectRate = onSuspectRate
    this.#shown = key.shown
    this.#gate = key.gate
    this.#gate.onHalt((reason) => this.#stopAll(reason))
  }

  get activity(): Pacer['activity'] {
    return this.#shown
  }

  slot(request: SlotRequest = {}): Promise<Slot> {
    return new Promise((resolve, reject) => {
      if (this.#gate.halted) return reject(this.#gate.halted)
      if (request.signal?.aborted) return reject(request.signal.reason)
      this.#join(request, resolve, reject)
    })
  }

  #join(
    { priority = 'interactive', lane = '', signal, goesFirst = false, onSlot }: SlotRequest,
    resolve: (slot: Slot) => void,
    reject: (reason: unknown) => void,
  ): void {
    const since = this.#clock.monotonic()
    const parts = {
      clock: this.#clock,
      pace: this.#pace,
      shown: this.#shown,
      onSuspectRate: this.#onSuspectRate,
    }
    const waiter = createWaiter({
      since,
      signal,
      settle(waitedMs, call) {
        const slot = slotOf(parts, waitedMs, call)
        onSlot?.(slot)
        resolve(slot)
      },
      reject,
      onLeave: (leaver) => this.#waiting.take(leaver),
    })
    this.#waiting.add(waiter, { priority, since })
    const place = {
      rank: priority,
      lane,
      goesFirst,
      ...(waiter.leaveSignal && { signal: waiter.leaveSignal }),
    }
    // Rejects only for a waiter that gave up, whose caller already knows.
    this.#queue.add(() => this.#serve(waiter), place).catch(() => undefined)
  }

  /** Holds the queue until the next slot is due, so that who gets it is decided only then. */
  async #serve(waiter: Waiter): Promise<void> {
    const endTurn = await this.#pace.turn()
    const hasLeft = await this.#send(waiter).finally(endTurn)
    if (hasLeft) await this.#untilDue(() => true)
  }

  /** Sends a call. Returns false for a waiter that gave up first. */
  async #send(waiter: Waiter): Promise<boolean> {
    const isWanted = () => this.#waiting.has(waiter)
    while (isWanted()) {
      await this.#untilDue(isWanted)
      const now = this.#clock.monotonic()
      const call = isWanted() ? this.#pace.take(now) : null
      const wait = call && this.#waiting.take(waiter)
      if (!wait) continue
      this.#shown.sent(now, wait)
      waiter.give(now, call)
      return true
    }
    return false
  }

  /** Sleeps until the next call may leave. A halt, or the first waiter giving up, ends the sleep early. */
  async #untilDue(isWanted: () => boolean): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted && isWanted()) {
      const taking = this.#pace.provide(this.#waiting.size)
      if (taking) {
        const problem = await taking
        if (problem) this.#sendHome(problem)
        continue
      }
      const now = this.#clock.monotonic()
      const due = this.#pace.dueAt(now)
      if (due <= now + ON_TIME_MS) return
      const step = Math.max(1, Math.min(MAX_SLEEP_MS, Math.floor(due - now)))
      await this.#clock.sleep(step, signal).catch(() => undefined)
    }
  }

  setRate(given: Rate | number): void {
    this.#pace.setRate(toRate(given))
  }

  halt(reason: AppError): void {
    this.#gate.halt(reason)
  }

  resume(): void {
    this.#gate.resume()
  }

  #stopAll(reason: AppError): void {
    this.#sendHome(reason)
    this.#stop.abort()
    this.#stop = new AbortController()
  }

  #sendHome(reason: AppError): void {
    // Cleared in one step, because aborting ten thousand one by one blocks the process for half a second.
    this.#queue.clear()
    for (const waiter of this.#waiting.takeAll()) waiter.refuse(reason)
  }

  figures(): PacerFigures {
    const now = this.#clock.monotonic()
    const { pause, ...paced } = this.#pace.figures(now)
    const queued = this.#waiting.size
    const nextInMs = Math.max(0, this.#pace.dueAt(now) - now)
    return {
      ...this.#shown.figures(now),
      queued,
      queue: this.#waiting.byPriority(now),
      lastLeavesInMs: queued === 0 ? null : nextInMs + ((queued - 1) * 1000) / paced.rate,
      ...paced,
      pause: pause && { ...pause, path: this.#path },
      pausedForMs: pause?.forMs ?? 0,
      halted: this.#gate.halted?.message ?? null,
    }
  }
}

/** Stops and resumes all pacers of a key, one for each of its paths. */
export interface KeyGate {
  /** Reason why nothing is sent; null while the key works. */
  readonly halted: AppError | null
  halt(reason: AppError): void
  resume(): void
  /** Registers `stop` to be called at each later halt. */
  onHalt(stop: (reason: AppError) => void): void
}

function createGate({ recordEvent }: KeyActivity, clock: Clock): KeyGate {
  const stops: ((reason: AppError) => void)[] = []
  let halted: AppError | null = null
  return {
    get halted() {
      return halted
    },
    halt(reason) {
      halted = reason
      for (const stop of stops) stop(reason)
      recordEvent({ kind: 'halted', reason: reason.message }, clock.monotonic())
    },
    resume() {
      if (halted) recordEvent({ kind: 'resumed' }, clock.monotonic())
      halted = null
    },
    onHalt: (stop) => void stops.push(stop),
  }
}

/** The parts that all paths of a key share. */
export interface KeyParts {
  readonly shown: KeyActivity
  readonly gate: KeyGate
}

export function createKeyParts(clock: Clock): KeyParts {
  const shown = createKeyActivity()
  return { shown, gate: createGate(shown, clock) }
}

/** The receivers of a slot's reports: the key's pace and its viewers. */
interface SlotParts {
  readonly clock: Clock
  readonly pace: KeyPace
  readonly shown: KeyActivity
  onSuspectRate(): void
}

/** Creates the permission to send a call that was taken from the pace. The caller's reports go to pace and viewers. */
const slotOf = (
  { clock, pace, shown, onSuspectRate }: SlotParts,
  waitedMs: number,
  call: TakenCall,
): Slot => ({
  waitedMs,
  reportSent: () => pace.recordSent(clock.monotonic(), call),
  answered(told) {
    const now = clock.monotonic()
    pace.answered(now, call, told)
    shown.ended(now)
  },
  refused(told) {
    const now = clock.monotonic()
    const isSuspect = pace.refused(now, call, told)
    shown.ended(now, { until: pace.pausedUntil, askedMs: told.retryAfterMs ?? null })
    if (isSuspect) onSuspectRate()
  },
})

/** A call that was sent in its slot, with its answer. */
interface SentInSlot<Answer> {
  readonly slot: Slot
  readonly answer: Answer
}

/**
 * Waits for a key's slot, sends at the moment of the slot, and resolves with the answer. `send` reports when the call
 * really leaves. Rejects as `slot` does; nothing was sent then.
 */
export const sendInSlot = <Answer>(
  pacer: Pacer,
  request: Omit<SlotRequest, 'onSlot'>,
  send: (onSent: () => void) => Promise<Answer>,
): Promise<SentInSlot<Answer>> =>
  new Promise((resolve, reject) => {
    const call = (slot: Slot) =>
      runStage('call', () => send(slot.reportSent)).then((answer) => resolve({ slot, answer }), reject)
    // The slot arrives in the async context of another caller, but the call belongs to this one's request.
    const onSlot = AsyncResource.bind((slot: Slot) => void call(slot))
    runStage('slot', () => pacer.slot({ ...request, onSlot })).catch(reject)
  })
