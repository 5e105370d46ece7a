import { createPacer } from '@/lib/upstream/pacing'
import type { Limiter } from './limiters'
import { makeVirtualClock } from './virtual-clock'

interface Conditions {
  /** Requests a second. */
  readonly rate: number
  readonly limiter: Limiter
  /** Between our send and the limiter's judgement, taken in turn; milliseconds. */
  readonly delays?: readonly number[]
  /** How much later than `due` a sleep ends; milliseconds. */
  readonly lateness?: (due: number) => number
}

const SECONDS = 10
const CALLERS = 5

/** Ten virtual seconds of a queue that is never empty, against a limiter: 429s, and good calls / the pack's rate. */
export async function saturate({ rate, limiter, delays = [0], lateness = () => 0 }: Conditions) {
  const clock = makeVirtualClock()
  const delayAt = inTurn(delays)
  const pacer = createPacer({
    rate,
    clock: { ...clock, sleep: (ms, signal) => clock.sleep(ms + lateness(clock.monotonic() + ms), signal) },
  })
  const arrivals: number[] = []
  let isOver = false
  const callForEver = async () => {
    while (!isOver) {
      await pacer.slot()
      if (!isOver) arrivals.push(clock.monotonic() + delayAt())
    }
  }
  const callers = Array.from({ length: CALLERS }, callForEver)
  await clock.advance(SECONDS * 1000)
  isOver = true
  await clock.advance((CALLERS + 1) * 1100)
  await Promise.all(callers)
  const refused = arrivals.sort((a, b) => a - b).filter((at) => !limiter(at)).length
  return { refused, share: (arrivals.length - refused) / (rate * SECONDS) }
}

/** The process stands still for `ms` at the beginning of every second. */
export const blockedEachSecond = (ms: number) => (due: number) => Math.max(0, ms - (due % 1000))

/** Each value in turn, over and over; nothing where there are none. */
export function inTurn(values: readonly number[]): () => number {
  let turn = 0
  return () => values[turn++ % values.length] ?? 0
}
