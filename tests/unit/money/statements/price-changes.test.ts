import fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainReadings } from '@/lib/money/statements/explain-readings'
import { Life } from './life'

const PRICE = 100_000_000n

const happening = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      pages: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ topUp: fc.bigInt({ min: 10n ** 11n, max: 10n ** 13n }) }) },
)

test('whenever a price changes, even between two pages, and whatever is topped up, no outside spend is certain', () => {
  fc.assert(
    fc.property(
      fc.array(happening, { minLength: 2, maxLength: 10 }),
      fc.integer({ min: 1, max: 300 }),
      fc.nat({ max: 20 }),
      (happenings, millis, changesAfter) => {
        const life = new Life()
        let pages = 0
        for (const one of happenings) {
          if ('topUp' in one) life.topUp(one.topUp)
          else
            for (const items of one.pages)
              life.page('search', items, pages++ < changesAfter ? PRICE : BigInt(millis) * 1_000_000n, PRICE)
          life.read()
          for (const { outsideNano, perhapsOurs } of explainReadings(life.readings, []).movements)
            if (outsideNano > 0n) expect(perhapsOurs).toBe('possible')
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('a theft beside pages of several operations is certain once pages of each have cost what was booked', () => {
  const life = new Life()
    .page('search', 60, PRICE)
    .page('search', 40, PRICE)
    .page('timeline', 20, PRICE)
    .page('timeline', 17, PRICE)
    .thief(1_700_000_053n)
    .read()
    .page('search', 20, PRICE)
    .read()
  const told = () => explainReadings(life.readings, []).movements[0]
  expect(told()).toMatchObject({ unexplainedNano: 1_700_000_053n, perhapsOurs: 'possible' })
  life.page('timeline', 20, PRICE).read()
  expect(told()).toMatchObject({ outsideNano: 1_700_000_053n, perhapsOurs: null })
  expect(told()?.recognisedAt).toEqual(life.readings.at(-1)?.at)
})

test('two prices that are wrong by different factors, together in some windows and alone in others, are both found', () => {
  const life = new Life()
  for (const [one, other] of [
    [100, 40],
    [37, 60],
    [80, 81],
  ] as const)
    life
      .page('search', one, 110_000_000n, PRICE)
      .read()
      .page('search', one, 110_000_000n, PRICE)
      .page('timeline', other, 75_000_000n, 50_000_000n)
      .read()
  const { movements, shifts } = explainReadings(life.readings, [])
  expect(shifts).toMatchObject([
    { operation: 'search', realNano: 110_000_000n },
    { operation: 'timeline', realNano: 75_000_000n },
  ])
  for (const movement of movements) expect(movement).toMatchObject({ outsideNano: 0n, unexplainedNano: 0n })
})
