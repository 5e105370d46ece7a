import { afterEach, expect, test } from 'vitest'
import {
  cachedTeamUnit,
  cacheTeamUnit,
  currentTimeZone,
  currentUnit,
  formatCreditsCompact,
  formatCreditsInTable,
  formatDay,
  formatMoment,
  formatRounded,
  formatWithUnit,
  isCurrencyUnit,
  unitTitle,
} from '@/lib/kernel'
import { showTeam } from '@/tests/support/shown-team'

afterEach(() => showTeam(null))

test('amounts count credits if no team is shown', () => {
  expect(currentUnit()).toBe('credits')
  expect(unitTitle()).toBe('Credits')
  expect(formatWithUnit(12_500_000_000n)).toBe('12.50 credits')
})

test('amounts count the unit of the shown team’s balance', () => {
  showTeam({ unit: 'USD' })
  expect(formatWithUnit(5_000_000n)).toBe('0.005 USD')
  expect(unitTitle()).toBe('USD')
})

test('a moment is in the shown team’s time zone, unless another one is given', () => {
  const at = new Date('2026-11-21T23:05:00Z')
  expect([currentTimeZone(), formatDay(at)]).toEqual(['UTC', '21 Nov 2026'])
  showTeam({ timeZone: 'Europe/Berlin' })
  expect([formatMoment(at), formatMoment(at, 'UTC')]).toEqual(['22 Nov 2026, 00:05', '21 Nov 2026, 23:05'])
})

test('a code of three capitals is a currency', () => {
  expect(['USD', 'credits', 'usd', 'UNITS'].filter(isCurrencyUnit)).toEqual(['USD'])
})

test('outside of a page, a team’s unit is that of its provider when last read', () => {
  expect(cachedTeamUnit('a')).toBe('credits')
  cacheTeamUnit('a', 'USD')
  expect([cachedTeamUnit('a'), cachedTeamUnit('b')]).toEqual(['USD', 'credits'])
  expect(formatWithUnit(5_000_000n, cachedTeamUnit('a'))).toBe('0.005 USD')
  cacheTeamUnit('a', 'credits')
  expect(cachedTeamUnit('a')).toBe('credits')
})

test.each([
  [4_000_000n, '0.004', '<0.01'],
  [4_121_951n, '0.004122', '<0.01'],
  [1_428n, '0.000001428', '<0.01'],
  [14_000_000n, '0.014', '0.01'],
  [99_986_000_000n, '99.986', '99.99'],
  [123_456_789n, '0.1235', '0.12'],
  [510_000_000n, '0.51', '0.51'],
  [0n, '0.00', '0.00'],
  [-6_000_000n, '−0.006', '−0.01'],
  [1_234_500_000_000n, '1,234.50', '1,234.50'],
])('%d nano-units are %s in money, %s in credits', (nano, money, credits) => {
  expect([formatCreditsInTable(nano, 'USD'), formatCreditsInTable(nano)]).toEqual([money, credits])
  showTeam({ unit: 'USD' })
  expect([formatCreditsInTable(nano), formatCreditsCompact(nano)]).toEqual([money, money])
})

test('a share has no more digits than are meaningful', () => {
  expect([1_095_238_095_238n, 1_142_857n, 3_000_000_000n].map(formatRounded)).toEqual([
    '1,095.2381',
    '0.001143',
    '3',
  ])
})
