import { describe, expect, test } from 'vitest'
import { createPacers } from '@/lib/upstream/pacing'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'

const CALLERS = 20
const CHANGES_AT = 15_000
const SECONDS = 60

/** Creates a limiter whose rate changes midway, while its counts stay. */
type ChangingLimiter = (rateAt: (ms: number) => number) => (ms: number) => boolean

const LIMITERS: Readonly<Record<string, ChangingLimiter>> = {
  'a sliding log': (rateAt) => {
    const log: number[] = []
    return (ms) => {
      while (log[0] !== undefined && log[0] <= ms - 1000) log.shift()
      if (log.length >= rateAt(ms)) return false
      log.push(ms)
      return true
    }
  },
  'a fixed window': (rateAt) => {
    let [window, count] = [Number.NaN, 0]
    return (ms) => {
      const here = Math.floor((ms + 300) / 1000)
      if (here !== window) [window, count] = [here, 0]
      return ++count <= rateAt(ms)
    }
  },
  'a bucket of the whole rate': (rateAt) => {
    let [tokens, last] = [rateAt(0), 0]
    return (ms) => {
      tokens = Math.min(rateAt(ms), tokens + ((ms - last) * rateAt(ms)) / 1000)
      last = ms
      if (tokens < 1) return false
      tokens--
      return true
    }
  },
}

interface Judged {
  readonly at: number
  readonly isRefused: boolean
}

/**
 * Runs callers that never rest while the pack changes. A suspicion is checked by asking for the rate, with a
 * call that is paced like any other.
 */
async function changePack(
  limiter: (ms: number) => boolean,
  { from, to, latencyMs }: { from: number; to: number; latencyMs: number },
): Promise<{ readonly calls: Judged[]; readonly asked: number[] }> {
  const clock = makeVirtualClock()
  const calls: Judged[] = []
  const asked: number[] = []
  const end = SECONDS * 1000
  const isOver = () => clock.monotonic() >= end
  /** Returns whether the call was let through. */
  const send = async (again: boolean): Promise<boolean> => {
    const slot = await pacers.for('key', rate, 'ref').slot({ goesFirst: again })
    const at = clock.monotonic()
    const isGood = limiter(at)
    calls.push({ at, isRefused: !isGood })
    await clock.sleep(latencyMs)
    if (isGood) slot.answered()
    else slot.refused({ retryAfterMs: 1000 })
    return isGood
  }
  const ask = async () => {
    asked.push(clock.monotonic())
    for (let tries = 0; tries < 3; tries++)
      if (await send(true)) {
        rate = to
        return
      }
  }
  let rate = from
  const pacers = createPacers(clock, null, { onSuspectRate: () => void ask() })
  const callForEver = async () => {
    for (let isGood = true; !isOver(); ) isGood = await send(!isGood)
  }
  const all = Array.from({ length: CALLERS }, callForEver)
  await clock.advance(end + 5000)
  await Promise.all(all)
  return { calls, asked }
}

const FALLS = { from: 100, to: 25 }
const rateAt = (ms: number) => (ms < CHANGES_AT ? FALLS.from : FALLS.to)

describe.each(Object.entries(LIMITERS))('a pack that falls to a quarter, against %s', (_, make) => {
  test('causes five refusals at most and one request for the rate, and has its new pace within ten seconds', async () => {
    const { calls, asked } = await changePack(make(rateAt), { ...FALLS, latencyMs: 15 })
    expect(calls.filter(({ isRefused }) => isRefused).length).toBeLessThanOrEqual(5)
    expect(asked).toHaveLength(1)
    const settled = calls.filter(({ at }) => at >= CHANGES_AT + 10_000 && at < CHANGES_AT + 40_000)
    expect(settled.length / (30 * FALLS.to)).toBeGreaterThanOrEqual(0.95)
  })

  test('with slow answers, refusals are limited by the calls under way and soon end', async () => {
    const latencyMs = 80
    const { calls } = await changePack(make(rateAt), { ...FALLS, latencyMs })
    const underWay = Math.ceil((FALLS.from * latencyMs) / 1000)
    const refused = calls.filter(({ isRefused }) => isRefused)
    expect(refused.length).toBeLessThanOrEqual(2 * underWay)
    expect(refused.filter(({ at }) => at > CHANGES_AT + 3000)).toEqual([])
  })
})
