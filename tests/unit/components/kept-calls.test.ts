import { expect, test } from 'vitest'
import {
  choiceOf,
  choicesOf,
  describeCallsKept,
  describeCallsLoss,
  keptFor,
  timeOf,
} from '@/components/settings/kept-time'

const CHOICES = choicesOf('month', [6, 12])

test.each([
  [null, 'ever'],
  [12, '12'],
  [13, 'other'],
])('%s months are the choice %s, and the other way round', (months, choice) => {
  expect(choiceOf(CHOICES, months)).toBe(choice)
  expect(timeOf(choice, months ?? '')).toBe(months)
})

test('what a time means, what it costs, and what stays', () => {
  expect(timeOf('other', '')).toBe(0)
  expect(keptFor(null, 'month')).toBe('Kept forever')
  expect(keptFor(12, 'month')).toBe('Kept for 12 months')
  expect(describeCallsKept(null)).toBeNull()
  expect(describeCallsKept(12)).toMatch(/12 months old.*deleted.*All sums stay.*Unknown calls stay too/)
  expect(describeCallsLoss(0)).toContain('nothing is deleted at once')
  expect(describeCallsLoss(1200)).toContain('1,200 calls will be deleted')
})
