import { createPacer } from '@/lib/upstream/pacing'
import type { Limiter } from './limiters'
import { makeVirtualClock } from './virtual-clock'

interface Meanwhile {
  /** Requests a second. */
  readonly rate: number
  readonly limiter: Limiter
  /** How many calls a second somebody else sends with the same key at a moment, in milliseconds. */
  outside(at: number): number
  readonly seconds: number
}

interface JudgedCall {
  readonly at: number
  readonly isRefused: boolean
}

const CALLERS = 5
const LATENCY_MS = 40

/**
 * Virtual seconds of a queue that is never empty, while somebody else uses the key, too: our calls, in order. Refused
 * calls go first, as those of runs do.
 */
export async function besideOthers({ rate, limiter, outside, seconds }: Meanwhile): Promise<JudgedCall[]> {
  const clock = makeVirtualClock()
  const pacer = createPacer({ rate: rate, clock })
  const calls: JudgedCall[] = []
  const end = seconds * 1000
  const isOver = () => clock.monotonic() >= end
  const callForEver = async () => {
    let again = false
    while (!isOver()) {
      const slot = await pacer.slot({ goesFirst: again })
      if (isOver()) return
      const at = clock.monotonic()
      const isRefused = !limiter(at)
      calls.push({ at, isRefused })
      await clock.sleep(LATENCY_MS)
      if (isRefused) slot.refused({ retryAfterMs: 1000 })
      else slot.answered()
      again = isRefused
    }
  }
  const stranger = async () => {
    while (!isOver()) {
      const perSecond = outside(clock.monotonic())
      if (perSecond > 0) limiter(clock.monotonic())
      await clock.sleep(perSecond > 0 ? 1000 / perSecond : 50)
    }
  }
  const all = [...Array.from({ length: CALLERS }, callForEver), stranger()]
  await clock.advance(end + 1)
  await clock.advance(120_000)
  await Promise.all(all)
  return calls
}
