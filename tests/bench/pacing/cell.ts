import { systemClock } from '@/lib/kernel'
import type { Limiter } from '@/tests/factories/limiters'
import type { Rival } from './rivals'

const RETRY_AFTER_MS = 1000
const MEDIAN_LATENCY_MS = 80
const LATENCY_SPREAD = 0.3

/** The measurement of a cell, after a warm-up. */
export interface Cell {
  readonly rival: Rival
  readonly rate: number
  readonly limiter: Limiter
  readonly warmUp: number
  readonly seconds: number
}

/** Successful calls / the pack's rate, and the number of 429s. */
export interface Measured {
  readonly share: number
  readonly refused: number
  readonly sent: number
}

/** Measures a saturated queue, to whose head refused calls return. */
export async function measure({ rival, rate, limiter, warmUp, seconds }: Cell): Promise<Measured> {
  const begin = systemClock.monotonic() + warmUp * 1000
  const end = begin + seconds * 1000
  const count = { good: 0, refused: 0 }
  const underWay = new Set<Promise<void>>()
  const next = async (again: boolean): Promise<void> => {
    const slot = await rival.slot(again)
    const now = systemClock.monotonic()
    if (now >= end) return
    const isGood = limiter(now)
    if (now >= begin) count[isGood ? 'good' : 'refused']++
    const ended = systemClock.sleep(latency()).then(() => {
      if (isGood) return slot.answered()
      slot.refused({ retryAfterMs: RETRY_AFTER_MS })
      return next(true)
    })
    underWay.add(ended)
    void ended.finally(() => underWay.delete(ended))
  }
  while (systemClock.monotonic() < end) await next(false)
  while (underWay.size > 0) await Promise.all(underWay)
  return { share: count.good / (rate * seconds), refused: count.refused, sent: count.good + count.refused }
}

/** Draws a latency. Latencies are lognormal. */
function latency(): number {
  const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
  return MEDIAN_LATENCY_MS * Math.exp(LATENCY_SPREAD * normal)
}
