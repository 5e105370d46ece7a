import PQueue from 'p-queue'
import { type AppError, type Clock, invalid } from '@/lib/kernel'
import { createAdaptation, type SentCall } from './adaptation'
import { FairQueue, type Place } from './fair-queue'
import { createLane } from './lane'
import { createSpacing } from './spacing'
import type { Pacer, Slot } from './types'
import { createWaiter, type Waiter } from './waiter'
import { createWaiting } from './waiting'

/** Sleeps are cut to this, so that a changed rate or pause is soon seen. */
const LONGEST_SLEEP_MS = 250
const ON_TIME_MS = 0.05

/**
 * Paces one key: p-queue decides who is next, the spacing when. The call itself runs outside the queue, so a slow
 * answer holds nobody up (upstream-interface, Limits / Rate limit). Throws `invalid` for a rate of nothing.
 */
export function createPacer(options: { readonly requestsPerSecond: number; readonly clock: Clock }): Pacer {
  const { clock } = options
  let packRate = checkRate(options.requestsPerSecond)
  let halted: AppError | null = null
  let stop = new AbortController()
  const waiting = createWaiting()
  const shown = createLane()
  const adaptation = createAdaptation(packRate, clock.monotonic())
  const spacing = createSpacing(paceAt(clock.monotonic()), clock.monotonic())
  const queue = new PQueue<FairQueue, Place>({ concurrency: 1, queueClass: FairQueue })

  function paceAt(now: number) {
    return { packRate, factor: adaptation.factor(now), isStrict: adaptation.isStrict(now) }
  }

  /** Sleeps until the next call may leave; a halt, or a head that gave up, ends it early. */
  async function untilDue(isWanted: () => boolean): Promise<void> {
    const { signal } = stop
    while (!signal.aborted && isWanted()) {
      const now = clock.monotonic()
      spacing.setPace(paceAt(now))
      const due = Math.max(spacing.dueAt(now), adaptation.pausedUntil)
      if (due <= now + ON_TIME_MS) return
      const step = Math.max(1, Math.min(LONGEST_SLEEP_MS, Math.floor(due - now)))
      await clock.sleep(step, signal).catch(() => undefined)
    }
  }

  const slotOf = (waitedMs: number, call: SentCall): Slot => ({
    waitedMs,
    answered() {
      const now = clock.monotonic()
      adaptation.answered(now, call)
      shown.ended(now)
    },
    refused(retryAfterMs) {
      const now = clock.monotonic()
      adaptation.refused(now, call, retryAfterMs, spacing.sentLastSecond(now))
      shown.ended(now, { until: adaptation.pausedUntil, askedMs: retryAfterMs })
    },
  })

  /** Holds the queue until the slot after this one is due: who gets that one is decided then, not before. */
  async function serve(waiter: Waiter): Promise<void> {
    await untilDue(() => waiting.has(waiter))
    const wait = waiting.take(waiter)
    if (!wait) return
    const now = clock.monotonic()
    const call = { sentAt: now, gapMs: now - spacing.lastSentAt() }
    spacing.sent(now)
    shown.sent(now, wait)
    waiter.give(now, call)
    await untilDue(() => true)
  }

  return {
    slot({ priority = 'interactive', lane = '', signal, again = false } = {}) {
      return new Promise((resolve, reject) => {
        if (halted) return reject(halted)
        if (signal?.aborted) return reject(signal.reason)
        const since = clock.monotonic()
        const waiter = createWaiter({
          since,
          signal,
          settle: (waitedMs, call) => resolve(slotOf(waitedMs, call)),
          reject,
          onLeave: (leaver) => waiting.take(leaver),
        })
        waiting.add(waiter, { priority, since })
        const place: Place = { rank: priority, lane, again, ...(waiter.left && { signal: waiter.left }) }
        // Rejects only for one who left, and he has been told.
        queue.add(() => serve(waiter), place).catch(() => undefined)
      })
    },
    setRate(requestsPerSecond) {
      if (requestsPerSecond === packRate) return
      packRate = checkRate(requestsPerSecond)
      adaptation.setRate(packRate)
      const now = clock.monotonic()
      spacing.setPace(paceAt(now))
      shown.log.append({ kind: 'rate', packRate }, now)
    },
    halt(reason) {
      halted = reason
      // Cleared at once: aborting ten thousand one by one blocks the process for half a second.
      queue.clear()
      stop.abort()
      stop = new AbortController()
      for (const waiter of waiting.takeAll()) waiter.refuse(reason)
      shown.log.append({ kind: 'halted', reason: reason.message }, clock.monotonic())
    },
    resume() {
      if (halted) shown.log.append({ kind: 'resumed' }, clock.monotonic())
      halted = null
    },
    lane: shown.log,
    figures() {
      const now = clock.monotonic()
      const rate = packRate * adaptation.factor(now)
      const pausedForMs = Math.max(0, adaptation.pausedUntil - now)
      const nextInMs = Math.max(0, spacing.dueAt(now) - now, pausedForMs)
      return {
        ...shown.figures(now),
        queued: waiting.size,
        queue: waiting.byPriority(now),
        lastLeavesInMs: waiting.size === 0 ? null : nextInMs + ((waiting.size - 1) * 1000) / rate,
        packRate,
        rate,
        isStrict: adaptation.isStrict(now),
        pausedForMs,
        sentLastSecond: spacing.sentLastSecond(now),
        refusals: adaptation.refusals,
        halted: halted?.message ?? null,
      }
    },
  }
}

function checkRate(requestsPerSecond: number): number {
  if (Number.isFinite(requestsPerSecond) && requestsPerSecond > 0) return requestsPerSecond
  throw invalid('A key needs a rate above nothing, in requests a second.')
}
