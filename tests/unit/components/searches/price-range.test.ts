import { describe, expect, test } from 'vitest'
import { describeEstimate, describeMaxPurchase, warnOfPageSize } from '@/components/searches'
import { chargeForPage, perItemTariff, type Tariff } from '@/lib/kernel'

const TIMELINE = { minItems: 20, maxItems: 100, tariff: perItemTariff(150_000_000n), keepsToCount: false }
const KEPT = { ...TIMELINE, keepsToCount: true }

describe('the cost of a run before it starts', () => {
  test('is given by the largest page, with no minimum, because the last page may be short', () => {
    expect(describeEstimate(TIMELINE)).toBe(
      'A page brings at most 100 items, for 15 credits (0.15 per item). A shorter page costs less.',
    )
    expect(describeEstimate({ ...TIMELINE, tariff: null })).toBe(
      'A page brings at most 100 items. The price is not known yet: spend is shown in items.',
    )
  })

  test('is given once if a call has one price', () => {
    const tariff = { ...perItemTariff(0n), perCall: 1_000_000n }
    expect(describeEstimate({ ...TIMELINE, tariff, unit: 'USD' })).toBe(
      'A page brings at most 100 items, for 0.001 USD a page, however many it brings.',
    )
  })

  test('is at most a cap of a page or more', () => {
    expect(describeMaxPurchase(TIMELINE, 100)).toBe('at most 100 items (15 credits)')
    expect(describeMaxPurchase(TIMELINE, 250)).toBe('at most 250 items (37.50 credits)')
    expect(warnOfPageSize(TIMELINE, { capItems: 100 })).toBeNull()
    expect(warnOfPageSize(TIMELINE, { capItems: null })).toBeNull()
  })

  test('is up to a page for a smaller cap, unless the API keeps to counts', () => {
    expect(describeMaxPurchase(TIMELINE, 20)).toBe('at most 100 items (15 credits)')
    expect(warnOfPageSize(TIMELINE, { capItems: 20 })).toMatch(
      /^One page may bring up to 100 items \(15 credits\), however few are asked for/,
    )
    expect(describeMaxPurchase(KEPT, 20)).toBe('at most 20 items (3 credits)')
    expect(warnOfPageSize(KEPT, { capItems: 20 })).toBeNull()
  })

  test('is no maximum if short pages cost more', () => {
    const followers: Tariff = {
      ...{ ...perItemTariff(3_000_000_000n), minPerCall: 60_000_000_000n },
      steps: [
        { from: 100, perItem: 2_000_000_000n },
        { from: 200, perItem: 1_000_000_000n },
      ],
    }
    const estimate = { maxItems: 200, tariff: followers, keepsToCount: true }
    // Five pages of 199 cost more than five of 200.
    expect(chargeForPage(followers, { items: 199, chargedItems: 199 })).toBe(398_000_000_000n)
    expect(describeMaxPurchase(estimate, 1000)).toBe(
      'at most 1,000 items (about 1,000 credits, more if pages are not full)',
    )
    expect(warnOfPageSize({ ...estimate, keepsToCount: false }, { capItems: 20 })).toMatch(
      /^One page may bring up to 200 items \(398 credits\), however few are asked for/,
    )
    const perCall = { ...perItemTariff(0n), perCall: 1_000_000n }
    expect(describeMaxPurchase({ maxItems: 20, tariff: perCall, keepsToCount: true, unit: 'USD' }, 100)).toBe(
      'at most 100 items (about 0.005 USD, more if pages are not full)',
    )
  })

  test('includes every item even if items are charged once a day', () => {
    const tariff = { ...perItemTariff(5_000_000n), onceADayIn: 'UTC' }
    expect(describeMaxPurchase({ maxItems: 100, tariff, keepsToCount: true, unit: 'USD' }, 1000)).toBe(
      'at most 1,000 items (5 USD)',
    )
  })

  test('warns of a cap in credits below a page’s price as well; without a price it does not', () => {
    expect(warnOfPageSize(TIMELINE, { capItems: null, capCredits: '14.99' })).toMatch(/^One page may bring/)
    expect(warnOfPageSize(TIMELINE, { capItems: null, capCredits: '15' })).toBeNull()
    expect(warnOfPageSize({ ...TIMELINE, tariff: null }, { capItems: null, capCredits: '1' })).toBeNull()
    expect(warnOfPageSize(TIMELINE, { capItems: null, capCredits: 'many' })).toBeNull()
  })
})
