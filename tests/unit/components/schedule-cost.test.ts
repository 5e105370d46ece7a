import { expect, test } from 'vitest'
import { describeScheduleCost, newSchedule } from '@/components/schedules/schedule-fields'
import { perItemTariff } from '@/lib/kernel'
import { showTeam } from '@/tests/support/shown-team'

const ESTIMATE = { minItems: 20, maxItems: 100, tariff: perItemTariff(150_000_000n), keepsToCount: false }
const DAILY = { cron: '0 9 * * *', capItems: 200, capItemsDay: 1000, activeDays: '1234567' }

test('a schedule shows what a run, a day and a month cost, by its times and its limits', () => {
  const told = (change: Partial<typeof DAILY>) => describeScheduleCost(ESTIMATE, { ...DAILY, ...change })
  expect(told({})).toBe('Up to 30 credits per run, 30 per day and 930 per month.')
  expect(told({ cron: '0 * * * *' })).toContain('Up to 30 credits per run, 150 per day and 4,650 per month')
  expect(told({ cron: '0 9 * * 1-5' })).toContain('30 per day and 690 per month')
  expect(told({ cron: '5 4 * * 2,4' })).toContain('150 per day and 4,650 per month')
  expect(told({ activeDays: '67' })).toContain('and 300 per month')
  expect(told({ capItemsDay: 100 })).toContain('Up to 15 credits per run, 15 per day')
})

test('its month is also shown in money, in brackets', () => {
  const mean = { creditsNano: 1_000_000_000n, costMicro: 10_000n, isAbout: true }
  showTeam({ costs: { currency: 'EUR', team: mean, wallets: {} } })
  expect(describeScheduleCost(ESTIMATE, DAILY)).toBe(
    'Up to 30 credits per run, 30 per day and 930 (about €9.30) per month.',
  )
  showTeam({ costs: null })
})

test('the limit of a run is for each subject, and that of a day for all together', () => {
  expect(describeScheduleCost(ESTIMATE, { ...DAILY, capItems: 100 }, 8)).toContain(
    'Up to 120 credits per run, 120 per day and 3,720 per month',
  )
  expect(describeScheduleCost(ESTIMATE, DAILY, 8)).toContain('Up to 150 credits per run, 150 per day')
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
    /930 per month, if no item is bought twice in a day\.$/,
  )
})
