import { expect, test } from 'vitest'
import { describeRest } from '@/components/runs/opened-rest'
import { perItemTariff, restWithinCaps } from '@/lib/kernel'

const CREDIT = 1_000_000_000n
/** A list with pages of 50 items at most, which may be full whatever is asked for, for 0.2 credits an item. */
const estimate = { minItems: 20, maxItems: 50, tariff: perItemTariff(CREDIT / 5n), keepsToCount: false }
const had = (items: number, over = {}) => ({
  ...{ items, reusedItems: 0, chargeNano: (BigInt(items) * CREDIT) / 5n, unknownItems: 0, unknownCalls: 0 },
  ...over,
})
const run = { had: [had(200)], isBatch: false, hasLost: false, estimate }
const nano = (tenths: number) => (BigInt(tenths) * CREDIT) / 10n

test('the words and the button name the same number of items, within both caps', () => {
  const both = describeRest(run, { capItems: 1000, capNano: nano(605) })
  expect(both.text).toContain(
    'including the 200 items it already has. This buys at most 102 items (20.40 credits)',
  )
  expect(both).toMatchObject({ label: 'Buy at most 102 more', error: null })
  expect(describeRest(run, { capItems: 260, capNano: nano(605) }).label).toBe('Buy at most 60 more')
})

test('a cap in credits alone has an amount', () => {
  expect(describeRest(run, { capItems: null, capNano: nano(600) })).toMatchObject({
    ...{ text: expect.stringContaining('at most 100 items (20 credits) more'), error: null },
    label: 'Buy at most 100 more',
  })
})

test('a cap in credits that leaves no room for a page is refused with what is needed', () => {
  expect(describeRest(run, { capItems: null, capNano: nano(499) }).error).toBe('Enter 50 credits or more.')
  expect(describeRest(run, { capItems: null, capNano: nano(500) }).error).toBeNull()
  const careful = { ...run, estimate: { ...estimate, keepsToCount: true } }
  expect(describeRest(careful, { capItems: null, capNano: nano(440) }).label).toBe('Buy at most 20 more')
  const lost = { ...run, had: [had(200, { unknownItems: 50, unknownCalls: 1 })] }
  expect(describeRest(lost, { capItems: null, capNano: nano(500) }).error).toBe('Enter 60 credits or more.')
  const unpriced = { ...run, estimate: { ...estimate, tariff: null } }
  expect(describeRest(unpriced, { capItems: null, capNano: nano(500) }).error).toContain('No price is known')
})

test('without a cap it says that everything is bought, and what a page costs', () => {
  const { text, label } = describeRest(run, { capItems: null, capNano: null })
  expect(text).toContain('This buys everything that is left. A page brings at most 50 items, for 10 credits')
  expect(label).toBe('Buy the rest')
})

test('the proposed cap leaves room for a page of each', () => {
  const proposed = (...items: number[]) =>
    restWithinCaps(
      { capItems: null, capNano: null },
      items.map((each) => had(each)),
      estimate,
    ).proposedItems
  expect([proposed(50), proposed(950), proposed(960), proposed(100, 3000)]).toEqual([1000, 1000, 1960, 4000])
})

test('of a batch, what all subjects that continue may buy beyond what each has', () => {
  const batch = { had: [had(3000), had(100), had(0)], isBatch: true, hasLost: false, estimate }
  const { text, label } = describeRest(batch, { capItems: 1000, capNano: null })
  expect(text).toContain('each of the 3 subjects that continue')
  expect(text).toContain('at most 1,900 items (380 credits) more')
  expect(label).toBe('Buy at most 1,900 more')
})
