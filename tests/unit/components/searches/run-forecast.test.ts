import { describe, expect, test } from 'vitest'
import { describeExtraCosts, describeForecast, expectedItems } from '@/components/searches/run-forecast'
import { perItemTariff } from '@/lib/kernel'

const TIMELINE = { minItems: 20, maxItems: 100, tariff: perItemTariff(150_000_000n), keepsToCount: true }
const BAND = { low: 1512, middle: 1873, high: 2321 }
/** A list whose pages may have the maximum size, whatever count is requested. */
const LOOSE = { ...TIMELINE, keepsToCount: false }

describe('the forecast of a background run', () => {
  test('is based on earlier runs, in the same words whatever its cap', () => {
    const about =
      'The run will buy about 1,900 items (285 credits), most likely between 1,500 and 2,300 items.'
    expect(describeForecast(TIMELINE, { capItems: null }, BAND)).toBe(`${about} Set a cap to limit it.`)
    expect(describeForecast(TIMELINE, { capItems: 5000 }, BAND)).toBe(
      `${about} It stops at 5,000 items (750 credits) at the latest.`,
    )
  })

  test('is rounded the same with a cap and without', () => {
    const band = { low: 1050, middle: 1050, high: 1050 }
    const about = 'The run will buy about 1,100 items (165 credits).'
    expect(describeForecast(TIMELINE, { capItems: null }, band)).toContain(about)
    expect(describeForecast(TIMELINE, { capItems: 5000 }, band)).toContain(about)
  })

  test('does not exceed its cap, in items or in credits', () => {
    expect(describeForecast(TIMELINE, { capItems: 1000 }, BAND)).toBe(
      'A whole run would buy about 1,900 items (285 credits). It stops at 1,000 items (150 credits) at the latest.',
    )
    expect(describeForecast(TIMELINE, { capItems: null, capCredits: '30' }, BAND)).toBe(
      'A whole run would buy about 1,900 items (285 credits). It stops at 30 credits at the latest.',
    )
    expect(describeForecast(TIMELINE, { capItems: null, capCredits: '300' }, BAND)).toBe(
      'The run will buy about 1,900 items (285 credits), most likely between 1,500 and 2,000 items. It stops at 300 credits at the latest.',
    )
    expect(describeForecast(TIMELINE, { capItems: 1000, capCredits: '30' }, null)).toBe(
      'It stops at 1,000 items (150 credits) or 30 credits, whichever comes first.',
    )
  })

  test('is its cap if no earlier run helps, or without a cap all items', () => {
    expect(describeForecast(TIMELINE, { capItems: 1000 }, null)).toBe(
      'It stops at 1,000 items (150 credits) at the latest.',
    )
    // With a cap below a page it may still buy a page.
    expect(describeForecast(LOOSE, { capItems: 20 }, null)).toBe(
      'It stops at 100 items (15 credits) at the latest.',
    )
    expect(describeForecast(TIMELINE, { capItems: null }, null)).toBe(
      'The run buys all items there are. Set a cap to limit it.',
    )
    expect(describeForecast({ ...TIMELINE, tariff: null }, { capItems: null, capCredits: '5' }, null)).toBe(
      'It stops at 5 credits at the latest. The price is not known yet: spend is shown in items.',
    )
  })

  test('may be less than its cap if a page may be larger than what is left', () => {
    expect(describeForecast(LOOSE, { capItems: 250 }, null)).toBe(
      'It stops at 250 items (37.50 credits) at the latest. It ends earlier if one more page might exceed that; a page may bring up to 100 items.',
    )
  })

  test('includes the pages needed to find known items if the run stops there', () => {
    const outlook = { whole: null, fresh: { low: 10, middle: 30, high: 200 } }
    const until = { untilKnown: true, untilAt: null }
    expect(expectedItems(outlook, until, TIMELINE)).toEqual({ low: 20, middle: 60, high: 240 })
    expect(expectedItems(outlook, { ...until, untilKnown: false }, TIMELINE)).toBeNull()
    expect(expectedItems(outlook, { ...until, untilAt: '2026-03-01' }, TIMELINE)).toBeNull()
  })
})

describe('the further costs of a run', () => {
  test('include until when repeats are free', () => {
    const daily = { ...perItemTariff(5_000_000n), onceADayIn: 'UTC' }
    expect(describeExtraCosts({ ...TIMELINE, tariff: daily, unit: 'USD' })).toBe(
      'Items that the same wallet has bought today are free until midnight (UTC).',
    )
    expect(describeExtraCosts(TIMELINE)).toBe('')
  })

  test('include the look-up of a user whose numeric id is unknown', () => {
    expect(describeExtraCosts({ ...TIMELINE, lookUpNano: 10_000_000n, unit: 'USD' })).toBe(
      'Before its first page the user is looked up once, for 0.01 USD more.',
    )
    expect(describeExtraCosts({ ...TIMELINE, lookUpNano: 0n })).toBe('')
  })
})
