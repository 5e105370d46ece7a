import { setMaxListeners } from 'node:events'
import PQueue from 'p-queue'
import type { AppError, Clock } from '@/lib/kernel'
import { createAdaptation } from './adaptation'
import { FairQueue, type Place, type Priority } from './fair-queue'
import { createSpacing } from './spacing'

export interface SlotRequest {
  /** A person who waits, a run in the background, or a schedule; a person unless given. */
  readonly priority?: Priority
  /** Whose call it is: lanes of one priority take turns. */
  readonly lane?: string
  readonly signal?: AbortSignal
  /** The call was refused with 429: it goes first. */
  readonly again?: boolean
}

/** How long the call waited for its slot, in milliseconds. */
export interface Slot {
  readonly waitedMs: number
}

export interface Pacer {
  /** Resolves when the caller may send, at once: nothing may be awaited in between. Rejects when aborted or halted. */
  slot(request?: SlotRequest): Promise<Slot>
  /** Tells that a call was answered other than by 429. */
  answered(): void
  /** Tells that a call was refused with 429, and the upstream's retry-after in milliseconds. */
  refused(retryAfterMs: number | null): void
  /** Goes on at another pack's requests per second; who waits keeps his place. */
  setRate(requestsPerSecond: number): void
  /** Rejects all who wait, and all who come, until `resume`. */
  halt(reason: AppError): void
  resume(): void
}

/** Timers are cut to this, so that a changed rate or pause is soon seen. */
const LONGEST_SLEEP_MS = 250
const ON_TIME_MS = 0.05

/**
 * Paces one key: p-queue decides who is next, the spacing when. The call itself runs outside the queue, so a slow
 * answer holds nobody up (upstream-interface, Limits / Rate limit).
 */
export function createPacer(options: { readonly requestsPerSecond: number; readonly clock: Clock }): Pacer {
  const { clock } = options
  let packRate = options.requestsPerSecond
  let adaptation = createAdaptation(packRate, clock.monotonic())
  let halted: { readonly reason: AppError } | null = null
  let stop = newStop()
  const queue = new PQueue<FairQueue, Place>({ concurrency: 1, queueClass: FairQueue })
  const spacing = createSpacing(paceAt(clock.monotonic()), clock.monotonic())

  function paceAt(now: number) {
    return { packRate, factor: adaptation.factor(now), isStrict: adaptation.isStrict }
  }

  async function takeSlot(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      const now = clock.monotonic()
      spacing.setPace(paceAt(now))
      const due = Math.max(spacing.dueAt(now), adaptation.pausedUntil)
      if (due <= now + ON_TIME_MS) return spacing.sent(now)
      await clock.sleep(Math.max(1, Math.min(LONGEST_SLEEP_MS, Math.floor(due - now))), signal)
    }
  }

  return {
    async slot({ priority = 'interactive', lane = '', signal, again = false } = {}) {
      if (halted) throw halted.reason
      const asked = clock.monotonic()
      const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
      await queue.add(() => takeSlot(either), { rank: priority, lane, again, signal: either })
      return { waitedMs: clock.monotonic() - asked }
    },
    answered: () => adaptation.answered(clock.monotonic()),
    refused(retryAfterMs) {
      const now = clock.monotonic()
      adaptation.refused(now, retryAfterMs, spacing.sentLastSecond(now))
    },
    setRate(requestsPerSecond) {
      if (requestsPerSecond === packRate) return
      packRate = requestsPerSecond
      adaptation = createAdaptation(packRate, clock.monotonic())
      spacing.setPace(paceAt(clock.monotonic()))
    },
    halt(reason) {
      halted = { reason }
      // One controller for all who wait: aborting ten thousand one by one would block for half a second.
      stop.abort(reason)
      stop = newStop()
    },
    resume() {
      halted = null
    },
  }
}

/** Aborts all who wait at once; however many they are, Node need not warn of its listeners. */
function newStop(): AbortController {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  return controller
}
