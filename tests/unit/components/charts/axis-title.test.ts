import { expect, test } from 'vitest'
import { axisTitle, eachStep } from '@/components/charts/axis-title'

test('an axis says what it counts, over what time and in which unit, each once', () => {
  expect(axisTitle('Spend', 'day', 'credits')).toBe('Spend a day, credits')
  expect(axisTitle('Items bought again', 'hour', 'items')).toBe('Items bought again an hour')
  expect(axisTitle('Refusals', 'week', 'calls')).toBe('Refusals a week, calls')
  expect(axisTitle('Wait', 'month', 'ms', true)).toBe('Wait by month, ms')
  expect(axisTitle('Credits per new item', 'day', 'credits', true)).toBe('Credits per new item by day')
})

test('it is an hour, and a day', () => {
  expect(['hour', 'day'].map(eachStep)).toEqual(['an hour', 'a day'])
})
