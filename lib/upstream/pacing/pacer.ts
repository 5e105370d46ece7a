import PQueue from 'p-queue'
import type { AppError, Clock } from '@/lib/kernel'
import { FairQueue, type QueuePlace } from './fair-queue'
import { createLane } from './lane'
import { createPace, type Pace, type TakenCall } from './pace'
import type { Pacer, Slot } from './types'
import { createWaiter, type Waiter } from './waiter'
import { createWaiting } from './waiting'

/** Sleeps are cut to this, so that a changed rate or pause is soon seen. */
const LONGEST_SLEEP_MS = 250
const ON_TIME_MS = 0.05

interface Options {
  readonly requestsPerSecond: number
  readonly clock: Clock
  /** Shared with the pacers of other teams that hold the same upstream key; one of its own unless given. */
  readonly pace?: Pace
}

/**
 * Paces one key: p-queue decides who is next, the pace when. The call itself runs outside the queue, so a slow
 * answer holds nobody up (upstream-interface, Limits / Rate limit). Throws `invalid` for a rate of nothing.
 */
export function createPacer({
  requestsPerSecond: initialRate,
  clock,
  pace = createPace(initialRate, clock),
}: Options): Pacer {
  let packRate = pace.packRate
  let halted: AppError | null = null
  let stop = new AbortController()
  const waiting = createWaiting()
  const shown = createLane()
  const queue = new PQueue<FairQueue, QueuePlace>({ concurrency: 1, queueClass: FairQueue })

  /** Sleeps until the next call may leave; a halt, or a head that gave up, ends it early. */
  async function untilDue(isWanted: () => boolean): Promise<void> {
    const { signal } = stop
    while (!signal.aborted && isWanted()) {
      const taking = pace.provide(waiting.size)
      if (taking) {
        const problem = await taking
        if (problem) sendHome(problem)
        continue
      }
      const now = clock.monotonic()
      const due = pace.dueAt(now)
      if (due <= now + ON_TIME_MS) return
      const step = Math.max(1, Math.min(LONGEST_SLEEP_MS, Math.floor(due - now)))
      await clock.sleep(step, signal).catch(() => undefined)
    }
  }

  const slotOf = (waitedMs: number, call: TakenCall): Slot => ({
    waitedMs,
    left: () => pace.left(clock.monotonic(), call),
    answered() {
      const now = clock.monotonic()
      pace.answered(now, call)
      shown.ended(now)
    },
    refused(retryAfterMs) {
      const now = clock.monotonic()
      pace.refused(now, call, retryAfterMs)
      shown.ended(now, { until: pace.pausedUntil, askedMs: retryAfterMs })
    },
  })

  /** Holds the queue until the slot after this one is due: who gets that one is decided then, not before. */
  async function serve(waiter: Waiter): Promise<void> {
    const endTurn = await pace.turn()
    const hasLeft = await send(waiter).finally(endTurn)
    if (hasLeft) await untilDue(() => true)
  }

  /** False for a waiter who gave up before. */
  async function send(waiter: Waiter): Promise<boolean> {
    while (waiting.has(waiter)) {
      await untilDue(() => waiting.has(waiter))
      const now = clock.monotonic()
      const call = waiting.has(waiter) ? pace.take(now) : null
      const wait = call && waiting.take(waiter)
      if (!wait) continue
      shown.sent(now, wait)
      waiter.give(now, call)
      return true
    }
    return false
  }

  function sendHome(reason: AppError): void {
    // Cleared at once: aborting ten thousand one by one blocks the process for half a second.
    queue.clear()
    for (const waiter of waiting.takeAll()) waiter.refuse(reason)
  }

  return {
    slot({ priority = 'interactive', lane = '', signal, again = false, onSlot } = {}) {
      return new Promise((resolve, reject) => {
        if (halted) return reject(halted)
        if (signal?.aborted) return reject(signal.reason)
        const since = clock.monotonic()
        const waiter = createWaiter({
          since,
          signal,
          settle: (waitedMs, call) => {
            const slot = slotOf(waitedMs, call)
            onSlot?.(slot)
            resolve(slot)
          },
          reject,
          onLeave: (leaver) => waiting.take(leaver),
        })
        waiting.add(waiter, { priority, since })
        const place: QueuePlace = { rank: priority, lane, again, ...(waiter.left && { signal: waiter.left }) }
        // Rejects only for one who left, and he has been told.
        queue.add(() => serve(waiter), place).catch(() => undefined)
      })
    },
    setRate(requestsPerSecond) {
      pace.setRate(requestsPerSecond)
      if (requestsPerSecond === packRate) return
      packRate = requestsPerSecond
      shown.log.append({ kind: 'rate', packRate }, clock.monotonic())
    },
    halt(reason) {
      halted = reason
      sendHome(reason)
      stop.abort()
      stop = new AbortController()
      shown.log.append({ kind: 'halted', reason: reason.message }, clock.monotonic())
    },
    resume() {
      if (halted) shown.log.append({ kind: 'resumed' }, clock.monotonic())
      halted = null
    },
    lane: shown.log,
    figures() {
      const now = clock.monotonic()
      const paced = pace.figures(now)
      const nextInMs = Math.max(0, pace.dueAt(now) - now)
      return {
        ...shown.figures(now),
        queued: waiting.size,
        queue: waiting.byPriority(now),
        lastLeavesInMs: waiting.size === 0 ? null : nextInMs + ((waiting.size - 1) * 1000) / paced.rate,
        ...paced,
        halted: halted?.message ?? null,
      }
    },
  }
}
