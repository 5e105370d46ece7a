import { expect, test } from 'vitest'
import { NANO_PER_CREDIT } from '@/lib/kernel'
import { advisePack } from '@/lib/money/costs'
import { createSeededRandom } from '@/lib/money/forecast/run-out'

const PRICES = [
  { pack: 'Starter', creditsNano: 10_000n * NANO_PER_CREDIT, costMicro: 20_000_000n },
  { pack: 'Builder', creditsNano: 50_000n * NANO_PER_CREDIT, costMicro: 80_000_000n },
] as const

test('the next packs down and up are shown with their cost for the same credits, unknown without a price', () => {
  const use = { requestsPerSecond: 25, chargeNano: 5000n * NANO_PER_CREDIT, waitedMs: 4000 }
  expect(advisePack(use, PRICES)).toEqual([
    { pack: 'Starter', requestsPerSecond: 10, costMicro: 10_000_000n, waitedMs: 10_000, isPresent: false },
    { pack: 'Builder', requestsPerSecond: 25, costMicro: 8_000_000n, waitedMs: 4000, isPresent: true },
    { pack: 'Growth', requestsPerSecond: 100, costMicro: null, waitedMs: 1000, isPresent: false },
  ])
  expect(advisePack({ ...use, requestsPerSecond: 7 }, PRICES)).toEqual([])
  expect(advisePack({ ...use, requestsPerSecond: 200 }, PRICES).map(({ pack }) => pack)).toEqual([
    'Growth',
    'Scale',
  ])
})

/**
 * Returns the total wait of calls that arrive at these moments, if one leaves each `spacing` milliseconds.
 */
function waitsOf(moments: readonly number[], spacing: number): number {
  let [free, waited] = [0, 0]
  for (const at of moments) {
    const leaves = Math.max(at, free)
    waited += leaves - at
    free = leaves + spacing
  }
  return waited
}

test('whatever their pattern, calls wait no longer with a faster pack, and no less with a slower one, than stated', () => {
  const random = createSeededRandom(73)
  for (let round = 0; round < 200; round++) {
    const moments = Array.from({ length: 300 }, () => random() * random() * 20_000).sort((a, b) => a - b)
    const waitedMs = waitsOf(moments, 1000 / 25)
    const [slower, , faster] = advisePack({ requestsPerSecond: 25, chargeNano: 0n, waitedMs }, [])
    expect(waitsOf(moments, 1000 / 100)).toBeLessThanOrEqual((faster?.waitedMs ?? 0) + 1)
    expect(waitsOf(moments, 1000 / 10)).toBeGreaterThanOrEqual((slower?.waitedMs ?? 0) - 1)
  }
})
