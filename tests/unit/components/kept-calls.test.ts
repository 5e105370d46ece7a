import { expect, test } from 'vitest'
import {
  callChoiceOf,
  callsKeptFor,
  describeCallsKept,
  describeCallsLoss,
  monthsOf,
} from '@/components/settings/kept-calls'

test.each([
  [null, 'ever'],
  [12, '12'],
  [13, 'other'],
])('%s months are the choice %s, and the other way round', (months, choice) => {
  expect(callChoiceOf(months)).toBe(choice)
  expect(monthsOf(choice, months ?? '')).toBe(months)
})

test('what a time means, what it costs, and what stays', () => {
  expect(monthsOf('other', '')).toBe(0)
  expect(callsKeptFor(null)).toBe('Kept for ever')
  expect(callsKeptFor(12)).toBe('Kept for 12 months')
  expect(describeCallsKept(null)).toBe('No call is deleted from the ledger.')
  expect(describeCallsKept(12)).toMatch(/12 months old.*deleted.*All sums stay.*Unknown calls stay too/)
  expect(describeCallsLoss(0)).toContain('nothing is deleted at once')
  expect(describeCallsLoss(1200)).toContain('1,200 calls will be deleted')
})
