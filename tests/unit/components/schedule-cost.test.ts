import { expect, test } from 'vitest'
import { describeScheduleCost, newSchedule } from '@/components/schedules/schedule-fields'
import { perItemTariff } from '@/lib/kernel'

const ESTIMATE = { minItems: 20, maxItems: 100, tariff: perItemTariff(150_000_000n), keepsToCount: false }
const DAILY = { cron: '0 9 * * *', capItems: 200, capItemsDay: 1000, activeDays: '1234567' }

test('a schedule shows what a run, a day and a month cost, by its times and its limits', () => {
  const told = (change: Partial<typeof DAILY>) => describeScheduleCost(ESTIMATE, { ...DAILY, ...change })
  expect(told({})).toBe(
    'If each run buys as much as it may, a run costs 30 credits, a day 30 and a month up to 930.',
  )
  expect(told({ cron: '0 * * * *' })).toContain('a run costs 30 credits, a day 150 and a month up to 4,650')
  expect(told({ cron: '0 9 * * 1-5' })).toContain('a day 30 and a month up to 690')
  expect(told({ cron: '5 4 * * 2,4' })).toContain('a day 150 and a month up to 4,650')
  expect(told({ activeDays: '67' })).toContain('a month up to 300')
  expect(told({ capItemsDay: 100 })).toContain('a run costs 15 credits, a day 15')
})

test('the limit of a run is for each subject, and that of a day for all together', () => {
  expect(describeScheduleCost(ESTIMATE, { ...DAILY, capItems: 100 }, 8)).toContain(
    'a run costs 120 credits, a day 120 and a month up to 3,720',
  )
  expect(describeScheduleCost(ESTIMATE, DAILY, 8)).toContain('a run costs 150 credits, a day 150')
})

test.each([
  [1, 200, 1000],
  [5, 200, 1000],
  [8, 120, 1000],
  [50, 20, 1000],
  [500, 20, 10_000],
])('a new schedule of %i subjects proposes limits that fit', (subjects, capItems, capItemsDay) => {
  expect(newSchedule(subjects, ESTIMATE)).toMatchObject({ capItems, capItemsDay })
  expect(newSchedule(subjects, { minItems: 1 })).toMatchObject({ capItems, capItemsDay })
  const large = newSchedule(subjects, { minItems: 300 })
  expect(large.capItemsDay).toBeGreaterThanOrEqual(subjects * large.capItems)
})

test('without a price nothing is shown; for items charged once a day the condition is', () => {
  expect(describeScheduleCost({ ...ESTIMATE, tariff: null }, DAILY)).toBe('')
  const tariff = { ...ESTIMATE.tariff, onceADayIn: 'UTC' }
  expect(describeScheduleCost({ ...ESTIMATE, tariff }, DAILY)).toMatch(
    /930, if no item is bought twice in a day\.$/,
  )
})
