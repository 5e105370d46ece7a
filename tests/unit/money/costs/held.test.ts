import { expect, test } from 'vitest'
import { costOfAmount, costOfCredit, NANO_PER_CREDIT } from '@/lib/kernel'
import { averageCostOfBalance, type CreditLot, meanCost } from '@/lib/money/costs/held'
import { createSeededRandom } from '@/lib/money/forecast/run-out'

const lot = (credits: number, cost: number): CreditLot => ({
  creditsNano: BigInt(credits) * NANO_PER_CREDIT,
  costMicro: BigInt(cost) * 1_000_000n,
})
const credits = (count: number) => BigInt(count) * NANO_PER_CREDIT

test('a wallet holds its newest credits: an older price counts only for what the newer ones do not cover', () => {
  // Newest first: 1,000 at 0.02, before them 1,000 at 0.01.
  const lots = [lot(1000, 20), lot(1000, 10)]
  expect(averageCostOfBalance(lots, credits(400))).toEqual({ ...lot(1000, 20), isAbout: false })
  expect(averageCostOfBalance(lots, credits(2000))).toEqual({ ...lot(2000, 30), isAbout: true })
  expect(averageCostOfBalance(lots, credits(1500))).toEqual({ ...lot(1500, 25), isAbout: true })
})

test('one price is exact, unless more is held than was entered', () => {
  expect(averageCostOfBalance([lot(500, 10), lot(1000, 20)], credits(1200))?.isAbout).toBe(false)
  expect(averageCostOfBalance([lot(500, 10)], credits(501))?.isAbout).toBe(true)
})

test('without a top-up the cost is unknown, and an empty wallet has the price of the last one', () => {
  expect(averageCostOfBalance([], credits(5))).toBeNull()
  expect(averageCostOfBalance([lot(1000, 20), lot(1000, 10)], 0n)).toEqual({
    ...lot(1000, 20),
    isAbout: false,
  })
})

test('any average is between the cheapest and the dearest lot, and a whole lot costs what was paid for it', () => {
  const random = createSeededRandom(71)
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  for (let round = 0; round < 500; round++) {
    const lots = Array.from({ length: upTo(5) }, () => lot(upTo(100_000), upTo(5000)))
    for (const each of lots) expect(costOfAmount(each.creditsNano, each)).toBe(each.costMicro)
    const held = averageCostOfBalance(lots, credits(upTo(200_000)))
    if (!held) throw new Error('There is a lot')
    const prices = lots.map(costOfCredit).sort((a, b) => (a < b ? -1 : 1))
    const price = costOfCredit(held)
    // Each is rounded to a millionth.
    expect(price >= (prices[0] ?? 0n) - 1n).toBe(true)
    expect(price <= (prices.at(-1) ?? 0n) + 1n).toBe(true)
  }
})

test('two parts cost as much as the whole, to the last millionth', () => {
  const random = createSeededRandom(72)
  const any = () => BigInt(Math.floor(random() * 1e15))
  for (let round = 0; round < 500; round++) {
    const cost = { creditsNano: any() + 1n, costMicro: any() }
    const [a, b] = [any(), any()]
    const apart = costOfAmount(a, cost) + costOfAmount(b, cost) - costOfAmount(a + b, cost)
    expect(apart >= -1n && apart <= 1n).toBe(true)
    expect(costOfAmount(-a, cost)).toBe(-costOfAmount(a, cost))
  }
})

test('the mean of several wallets is exact only if all cost the same', () => {
  const cost = (credits: bigint, costMicro: bigint, isAbout = false) => ({
    ...{ creditsNano: credits * NANO_PER_CREDIT, costMicro, isAbout },
  })
  const nano = 1000n * NANO_PER_CREDIT
  const cheap = cost(10_000n, 20_000_000n)
  expect(meanCost([{ nano, cost: null }])).toBeNull()
  expect(
    meanCost([
      { nano, cost: cheap },
      { nano: 0n, cost: cost(1000n, 2_000_000n) },
    ]),
  ).toEqual(cheap)
  expect(
    meanCost([
      { nano, cost: cheap },
      { nano, cost: null },
    ]),
  ).toEqual({
    ...{ creditsNano: nano, costMicro: 2_000_000n, isAbout: true },
  })
  expect(
    meanCost([
      { nano: 3n * nano, cost: cheap },
      { nano, cost: cost(1000n, 6_000_000n) },
    ]),
  ).toEqual({
    ...{ creditsNano: 4n * nano, costMicro: 12_000_000n, isAbout: true },
  })
  expect(
    meanCost([
      { nano: -nano, cost: cheap },
      { nano: 0n, cost: cost(1n, 1n) },
    ]),
  ).toEqual({
    ...cheap,
    isAbout: true,
  })
})
