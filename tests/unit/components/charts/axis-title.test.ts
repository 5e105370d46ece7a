import { expect, test } from 'vitest'
import { axisTitle } from '@/components/charts/chart-data'

test('an axis states what it counts, over what time and in which unit, each once', () => {
  expect(axisTitle('Credits', 'day', 'credits')).toBe('Credits per day')
  expect(axisTitle('Items bought again', 'hour', 'items')).toBe('Items bought again per hour')
  expect(axisTitle('Failures', 'week', 'calls')).toBe('Failures per week, calls')
  expect(axisTitle('Wait', 'month', 'ms', true)).toBe('Wait by month, ms')
  expect(axisTitle('Credits per new item', 'day', 'credits', true)).toBe('Credits per new item by day')
  expect(axisTitle('USD', 'day', 'USD')).toBe('USD per day')
})
