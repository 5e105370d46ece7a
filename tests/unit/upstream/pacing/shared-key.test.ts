import { expect, test } from 'vitest'
import { createPacer } from '@/lib/upstream/pacing'
import { LIMITERS, type Limiter, STRICT_LIMITERS } from '@/tests/factories/limiters'
import { makeVirtualClock } from '@/tests/factories/virtual-clock'

const RATE = 100
const LATENCY_MS = [60, 75, 80, 85, 110]

/** Starts a saturated queue that retries refused calls; another client may send with the same key. */
function meet(limiter: Limiter) {
  const clock = makeVirtualClock()
  const pacer = createPacer({ rate: RATE, clock })
  const count = { good: 0, refused: 0 }
  let calls = 0
  let isOver = false
  const call = async (again: boolean): Promise<void> => {
    const slot = await pacer.slot({ goesFirst: again })
    if (isOver) return
    const isGood = limiter(clock.monotonic())
    count[isGood ? 'good' : 'refused']++
    void clock.sleep(LATENCY_MS[calls++ % LATENCY_MS.length] ?? 80).then(() => {
      if (isGood) return slot.answered()
      slot.refused({ retryAfterMs: 1000 })
      return call(true)
    })
  }
  const callForEver = async () => {
    while (!isOver) await call(false)
  }
  void callForEver()
  return {
    clock,
    pacer,
    /** Sends as another client that takes 30 % of the key, for this many seconds. */
    async shareFor(seconds: number) {
      for (let turn = 0; turn < seconds * 30; turn++) {
        await clock.advance(turn % 2 === 0 ? 20 : 46.7)
        limiter(clock.monotonic())
      }
    },
    /**
     * Returns good answers as a fraction of the pack's rate, and refused calls as one of all calls, since the
     * last reading.
     */
    figuresOver(seconds: number) {
      const { good, refused } = count
      Object.assign(count, { good: 0, refused: 0 })
      return { share: good / (RATE * seconds), refusedShare: refused / (good + refused) }
    },
    async end() {
      isOver = true
      await clock.advance(2000)
    },
  }
}

test.each(Object.entries(LIMITERS))('shares a key with others and takes it back: %s', async (_, make) => {
  const meeting = meet(make(RATE, 0))
  await meeting.shareFor(20)
  const { share, refusedShare } = meeting.figuresOver(20)
  expect(share).toBeGreaterThanOrEqual(0.55)
  expect(refusedShare).toBeLessThanOrEqual(0.03)
  await meeting.clock.advance(30_000)
  expect(meeting.pacer.figures().rate).toBeCloseTo(98)
  await meeting.end()
})

test.each(Object.entries(STRICT_LIMITERS))('adapts a rate that is too high: %s', async (_, make) => {
  // The limiter allows less than the rate that the key was said to have.
  const meeting = meet(make(RATE * 0.95))
  await meeting.clock.advance(10_000)
  meeting.figuresOver(10)
  await meeting.clock.advance(30_000)
  const { share, refusedShare } = meeting.figuresOver(30)
  expect(share).toBeGreaterThanOrEqual(0.75)
  expect(refusedShare).toBeLessThanOrEqual(0.02)
  await meeting.end()
})
