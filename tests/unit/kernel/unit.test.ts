import { afterEach, expect, test } from 'vitest'
import { currentUnit, findUnitBy, inUnit, isMoney, keepUnit, teamUnit, unitTitle } from '@/lib/kernel'

afterEach(() => findUnitBy(() => undefined))

test('amounts count credits where no team is shown', () => {
  expect(currentUnit()).toBe('credits')
  expect(unitTitle()).toBe('Credits')
  expect(inUnit(12_500_000_000n)).toBe('12.50 credits')
})

test('amounts count what the balance of the shown team counts', () => {
  findUnitBy(() => 'USD')
  expect(inUnit(5_000_000n)).toBe('0.005 USD')
  expect(unitTitle()).toBe('USD')
})

test('a code of three capitals is money', () => {
  expect(['USD', 'credits', 'usd', 'UNITS'].filter(isMoney)).toEqual(['USD'])
})

test('where no page is rendered, a team’s unit is the one that its provider was last read with', () => {
  expect(teamUnit('a')).toBe('credits')
  keepUnit('a', 'USD')
  expect([teamUnit('a'), teamUnit('b')]).toEqual(['USD', 'credits'])
  expect(inUnit(5_000_000n, teamUnit('a'))).toBe('0.005 USD')
  keepUnit('a', 'credits')
  expect(teamUnit('a')).toBe('credits')
})
